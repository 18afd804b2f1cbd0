import { useId } from 'react'

type SelectFieldProps = {
  readonly name: string
  readonly label: string
  readonly options: readonly string[]
  readonly value: string
  readonly error?: string
  readonly onValue: (value: string) => void
}

export const SelectField = ({ name, label, options, value, error, onValue }: SelectFieldProps) => {
  const id = useId()
  return (
    <div className="ui-field">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        name={name}
        className={error ? 'form-control is-invalid' : 'form-control'}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onValue(event.target.value)}
      >
        <option value="">Escolha</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <p className="ui-field__error" id={`${id}-error`} aria-live="polite">
        {error}
      </p>
    </div>
  )
}
