import { Button, IconButton } from '@atalaia/ui'
import { useId, useState } from 'react'
import { countries, countryById, type Country } from './countries.ts'

type CountryPickerProps = {
  readonly selected: ReadonlySet<string>
  readonly onAdd: (country: Country) => void
  readonly onRemove: (id: string) => void
}

export const CountryPicker = ({ selected, onAdd, onRemove }: CountryPickerProps) => {
  const id = useId()
  const [choice, setChoice] = useState('032')
  const add = () => {
    const country = countryById.get(choice)
    if (country) onAdd(country)
  }
  return (
    <>
      <div className="kit-world__pick">
        <label htmlFor={id}>País</label>
        <div className="kit-row">
          <select id={id} value={choice} onChange={(event) => setChoice(event.target.value)}>
            {countries.map((country) => (
              <option key={country.id} value={country.id}>
                {country.name}
              </option>
            ))}
          </select>
          <Button onClick={add}>Marcar no mapa</Button>
        </div>
      </div>
      <ul className="kit-world__selected" aria-label="Países selecionados">
        {[...selected].map((country) => (
          <li key={country}>
            {countryById.get(country)?.name}
            <IconButton icon="x" label={`Tirar ${countryById.get(country)?.name}`} onClick={() => onRemove(country)} />
          </li>
        ))}
      </ul>
    </>
  )
}
