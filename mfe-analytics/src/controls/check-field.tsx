import { useId } from 'react'
import './check-field.css'

type CheckFieldProps = {
  readonly label: string
  readonly hint?: string
  readonly checked: boolean
  readonly isDisabled?: boolean
  readonly onChange: (checked: boolean) => void
}

export const CheckField = ({ label, hint, checked, isDisabled = false, onChange }: CheckFieldProps) => {
  const id = useId()
  return (
    <div className="analytics-check">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={isDisabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="form-text" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
