import { useState } from 'react'
import { SelectField } from '../../../forms/select-field.tsx'

export const title = 'Seleção'

const sources = ['Superfície', 'Deep web', 'Dark web']

export const Example = () => {
  const [source, setSource] = useState('')
  return (
    <>
      <SelectField name="source" label="Origem" options={sources} value={source} onValue={setSource} />
      <label className="form-label" htmlFor="kit-select-many">
        Várias origens
      </label>
      <select id="kit-select-many" className="form-control kit-select-many" multiple>
        {sources.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </>
  )
}
