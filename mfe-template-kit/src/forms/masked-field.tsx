import { TextField } from '@atalaia/ui'
import { useEffect, useMemo } from 'react'
import { useIMask } from 'react-imask'

type MaskedFieldProps = {
  readonly name: string
  readonly label: string
  /** `#` matches a digit. */
  readonly mask: string
  readonly hint?: string
  readonly value: string
  readonly error?: string
  readonly onValue: (value: string) => void
}

const definitions = { '#': /\d/ }

/** Accepts only text that fits its mask, and inserts the mask's signs. */
export const MaskedField = ({ mask, value, onValue, ...field }: MaskedFieldProps) => {
  const options = useMemo(() => ({ mask, definitions }), [mask])
  const { ref, setValue } = useIMask<HTMLInputElement, typeof options>(options, { onAccept: onValue })
  useEffect(() => setValue(value), [value, setValue])
  return <TextField {...field} ref={ref} inputMode="numeric" autoComplete="off" />
}
