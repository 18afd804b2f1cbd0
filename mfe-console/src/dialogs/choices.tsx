import { useId, type ReactNode } from 'react'

type Choice<Value extends string> = { readonly value: Value; readonly label: string; readonly more?: ReactNode }

type ChoicesProps<Value extends string> = {
  readonly legend: string
  readonly chosen: Value
  readonly among: readonly Choice<Value>[]
  onChoose(value: Value): void
}

export const Choices = <Value extends string>({ legend, chosen, among, onChoose }: ChoicesProps<Value>) => {
  const name = useId()
  return (
    <fieldset className="console-choices">
      <legend>{legend}</legend>
      {among.map(({ value, label, more }) => (
        <div key={value}>
          <label className="console-choice">
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} /> {label}
          </label>
          {value === chosen && more && <div className="console-choice__more">{more}</div>}
        </div>
      ))}
    </fieldset>
  )
}

type SelectFieldProps = {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  onChange(value: string): void
}

export const SelectField = ({ label, value, options, onChange }: SelectFieldProps) => {
  const id = useId()
  return (
    <div className="ui-field">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="form-control" value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
