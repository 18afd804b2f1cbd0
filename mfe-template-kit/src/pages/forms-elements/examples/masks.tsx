import { useState } from 'react'
import { MaskedField } from '../../../forms/masked-field.tsx'

export const title = 'Máscaras'
export const wide = true

/** P-KIT-15 */
const masks = [
  { name: 'phone', label: 'Telefone', mask: '(###) ###-####' },
  { name: 'international', label: 'Telefone internacional', mask: '+### ### ### ###' },
  { name: 'time', label: 'Hora', mask: '##:##' },
  { name: 'zip', label: 'CEP', mask: '######' },
  { name: 'card', label: 'Número do cartão', mask: '#### #### #### ####' },
  { name: 'expiry', label: 'Validade', mask: '##/##' },
]

export const Example = () => {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  return (
    <div className="kit-masks">
      {masks.map(({ name, label, mask }) => (
        <MaskedField
          key={name}
          name={name}
          label={label}
          mask={mask}
          hint={mask.replaceAll('#', '0')}
          value={values[name] ?? ''}
          onValue={(value) => setValues((before) => ({ ...before, [name]: value }))}
        />
      ))}
    </div>
  )
}
