import { NavLink } from '@atalaia/react/router'

export const title = 'Por endereços'

const pages = [
  { to: '/app/ui/nav', label: 'Navegação' },
  { to: '/app/ui/navbar', label: 'Barra' },
  { to: '/app/ui/tabs', label: 'Abas' },
]

export const Example = () => (
  <nav className="nav nav-underline" aria-label="Páginas vizinhas">
    {pages.map(({ to, label }) => (
      <NavLink key={to} to={to} className={({ isActive }) => (isActive ? 'nav-link active' : 'nav-link')}>
        {label}
      </NavLink>
    ))}
  </nav>
)
