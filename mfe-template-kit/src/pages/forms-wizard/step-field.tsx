import { TextField } from '@atalaia/ui'
import { MaskedField } from '../../forms/masked-field.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import type { WizardField } from './steps.ts'

type StepFieldProps = {
  readonly field: WizardField
  readonly value: string
  readonly error: string | undefined
  readonly onValue: (value: string) => void
}

export const StepField = ({ field: { name, label, hint, mask, options }, value, error, onValue }: StepFieldProps) => {
  const common = { name, label, value, error, onValue }
  if (options) return <SelectField {...common} options={options} />
  if (mask) return <MaskedField {...common} mask={mask} hint={hint} />
  return (
    <TextField
      name={name}
      label={label}
      value={value}
      error={error}
      autoComplete="off"
      onChange={(event) => onValue(event.target.value)}
    />
  )
}
