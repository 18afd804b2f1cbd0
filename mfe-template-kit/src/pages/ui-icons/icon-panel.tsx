import type { Icon, IconTab } from './icon-tabs.ts'

type IconPanelProps = { readonly tab: IconTab; readonly search: string; readonly onCopy: (name: string) => void }

export const IconPanel = ({ tab, search, onCopy }: IconPanelProps) => {
  const wanted = search.trim().toLowerCase()
  const sections = tab.sections
    .map(({ title, icons }) => ({ title, icons: icons.filter(({ name }) => name.includes(wanted)) }))
    .filter(({ icons }) => icons.length > 0)
  if (sections.length === 0) return <p className="kit-note">Nenhum ícone com esse nome nesta aba.</p>
  return sections.map(({ title, icons }) => (
    <section key={title ?? tab.id} aria-label={title ?? tab.title}>
      {title && <h2 className="kit-icons__title">{title}</h2>}
      <ul className="kit-icons">
        {icons.map((icon) => (
          <IconButton key={icon.name} icon={icon} font={tab.font} onCopy={onCopy} />
        ))}
      </ul>
    </section>
  ))
}

type IconButtonProps = { readonly icon: Icon; readonly font: string; readonly onCopy: (name: string) => void }

const IconButton = ({ icon: { name, sign, alias }, font, onCopy }: IconButtonProps) => (
  <li>
    <button type="button" className="kit-icon" onClick={() => onCopy(name)}>
      <span className={`kit-icon__sign kit-icon__sign--${font}`} aria-hidden="true">
        {String.fromCodePoint(Number.parseInt(sign, 16))}
      </span>
      <span>
        {name} {alias && <span className="kit-icon__alias">(alias)</span>}
      </span>
    </button>
  </li>
)
