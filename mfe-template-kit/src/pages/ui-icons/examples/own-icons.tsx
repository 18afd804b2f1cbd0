import { Icon, iconNames, isIconName } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Os ícones de @atalaia/ui'
export const wide = true

export const Example = () => {
  const [wanted, setWanted] = useState('shield')
  return (
    <>
      <label className="kit-row">
        Nome <input className="form-control" value={wanted} onChange={(event) => setWanted(event.target.value)} />
        {/* Names from outside are checked: an unknown one has no drawing. */}
        {isIconName(wanted) ? (
          <Icon name={wanted} size={20} />
        ) : (
          <span role="status">Não há um ícone com este nome.</span>
        )}
      </label>
      <ul className="kit-own-icons">
        {iconNames.map((name) => (
          <li key={name}>
            <Icon name={name} size={20} /> {name}
          </li>
        ))}
      </ul>
    </>
  )
}
