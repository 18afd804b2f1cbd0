import { TextField } from '@atalaia/ui'
import { useMask } from '@react-input/mask'

type MaskedFieldProps = {
  readonly name: string
  readonly label: string
  /** `#` stands for a digit. */
  readonly mask: string
  readonly hint?: string
  readonly value: string
  readonly error?: string
  readonly onValue: (value: string) => void
}

const digits = { '#': /\d/ }

/** A field that lets in what fits its mask, and writes the signs between the digits itself. */
export const MaskedField = ({ mask, onValue, ...field }: MaskedFieldProps) => {
  const ref = useMask({ mask, replacement: digits })
  return (
    <TextField
      {...field}
      ref={ref}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => onValue(event.target.value)}
    />
  )
}
