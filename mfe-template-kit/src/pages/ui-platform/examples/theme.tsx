import { useTheme } from '@atalaia/react'
import { themes } from '@atalaia/ui'

export const title = 'O tema'

export const Example = () => {
  const theme = useTheme()
  return (
    <>
      <p>Agora: {theme ? themes[theme].label : 'a casca ainda não o disse'}</p>
      <ul className="kit-themes">
        {Object.values(themes).map(({ name, label, color, scheme }) => (
          <li key={name}>
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <rect width="16" height="16" rx="4" fill={color} />
            </svg>
            {label} <span className="kit-note">{scheme === 'dark' ? 'escuro' : 'claro'}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
