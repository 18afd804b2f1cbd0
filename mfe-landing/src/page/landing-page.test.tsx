import { render, screen, within } from '@testing-library/react'
import { LandingPage } from './landing-page.tsx'

const show = () => render(<LandingPage brand="Atalaia" />)
const region = (name: string) => within(screen.getByRole('region', { name }))

// Rule: P-LANDING-2
test('the top bar leads to the product, to what it is about, and to the login', () => {
  show()
  const bar = within(screen.getByRole('navigation', { name: 'Principal' }))
  expect(bar.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Produto', '#produto'],
    ['Sobre o Atalaia', '#sobre'],
    ['Login', '/login'],
  ])
})

test('every link within the page has a target in it', () => {
  const { container } = show()
  const targets = [...container.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute('href') ?? '')
  expect(targets.length).toBeGreaterThan(5)
  for (const target of targets) expect(container.querySelector(target)).not.toBeNull()
})

// Rule: P-LANDING-1, P-LANDING-4
test('the hero says one sentence and asks for one action', () => {
  show()
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  const hero = region('Saiba quais contas da sua empresa vazaram.')
  expect(hero.getByText('Cibersegurança e proteção de dados com inteligência artificial')).toBeVisible()
  expect(hero.getAllByRole('link')).toHaveLength(1)
  expect(hero.getByRole('link', { name: 'Começar a monitorar' })).toHaveAttribute('href', '/register')
})

// Rule: P-LANDING-5
test('the services are the three of the product', () => {
  show()
  const services = region('O que o Atalaia vigia')
  expect(services.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Monitoramento da web',
    'Proteção de identidade',
    'Conformidade com a LGPD',
  ])
})

// Rule: P-LANDING-6, P-LANDING-7
test.each([
  'Superfície',
  'Web profunda',
  'Dark web',
  'E-mails vazados',
  'Telefones',
  'CPFs',
  'Credenciais',
  'Perfis falsos',
  'Domínios maliciosos',
])('the services name %s', (name) => {
  show()
  expect(region('O que o Atalaia vigia').getByText(name)).toBeVisible()
})

// Rule: P-LANDING-8
test('the timeline has the four dates in order', () => {
  show()
  const steps = region('Sobre o Atalaia').getAllByRole('listitem')
  expect(steps.map((step) => step.querySelector('p')?.textContent)).toEqual([
    '2024',
    'Fevereiro de 2024',
    'Março de 2025',
    'Abril–maio de 2025',
  ])
  expect(steps.map((step) => within(step).getByRole('heading').textContent)).toEqual([
    'Ideia',
    'Prova de conceito',
    'Conceito validado e equipe',
    'Primeira versão',
  ])
})

// Rule: P-LANDING-14
test('the closing asks once more, and lets those in who have an account', () => {
  show()
  const closing = region('Comece por um e-mail.')
  expect(closing.getByRole('link', { name: 'Começar a monitorar' })).toHaveAttribute('href', '/register')
  expect(closing.getByRole('link', { name: 'Entre aqui' })).toHaveAttribute('href', '/login')
})

test('the page has its landmarks, and a way past the bar that comes first', () => {
  const { container } = show()
  expect(screen.getByRole('banner')).toBeVisible()
  expect(screen.getByRole('main')).toHaveAttribute('id', 'conteudo')
  expect(screen.getByRole('contentinfo')).toHaveTextContent('Cibersegurança e proteção de dados.')
  expect(container.querySelector('a')).toHaveTextContent('Ir para o conteúdo')
  expect(container.querySelector('a')).toHaveAttribute('href', '#conteudo')
})

// Rule: P-LANDING-9
test('the footer has the brand, the sections and both ways in', () => {
  show()
  const footer = within(screen.getByRole('contentinfo'))
  expect(footer.getByText('Atalaia')).toBeVisible()
  expect(footer.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '#produto',
    '#servicos',
    '#sobre',
    '/login',
    '/register',
    '/privacidade',
    '/termos',
    '/contato',
  ])
})

// Rule: P-LANDING-11
test('another brand takes the place of ours everywhere', () => {
  const { container } = render(<LandingPage brand="Vigia & Cia" />)
  expect(container.textContent).toContain('Sobre o Vigia & Cia')
  expect(container.innerHTML).not.toContain('Atalaia')
})

test('no heading level is left out', () => {
  show()
  const levels = screen.getAllByRole('heading').map(({ tagName }) => Number(tagName.slice(1)))
  for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1)
})
