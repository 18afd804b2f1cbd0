import { useId } from 'react'
import './text-area.css'

type TextAreaProps = {
  readonly label: string
  readonly value: string
  readonly rows?: number
  readonly maxLength: number
  readonly isReadOnly?: boolean
  readonly onChange: (value: string) => void
}

export const TextArea = ({ label, value, rows = 3, maxLength, isReadOnly = false, onChange }: TextAreaProps) => {
  const id = useId()
  return (
    <div className="ui-field analytics-text-area">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="form-control"
        rows={rows}
        maxLength={maxLength}
        readOnly={isReadOnly}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
