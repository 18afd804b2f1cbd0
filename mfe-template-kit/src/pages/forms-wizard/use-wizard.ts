import { useState } from 'react'
import { firstError } from '../../forms/rules.ts'
import { steps } from './steps.ts'

type Values = Readonly<Record<string, string>>

export const useWizard = () => {
  const [at, setAt] = useState(0)
  const [values, setValues] = useState<Values>({})
  const [checked, setChecked] = useState(false)
  const step = steps[at] ?? { title: '', fields: [] }

  const errorOf = (name: string): string | undefined => {
    const field = step.fields.find((candidate) => candidate.name === name)
    return field && firstError(field.rules, values[name] ?? '', values)
  }
  const go = (to: number) => {
    setChecked(false)
    setAt(to)
  }
  /** Returns the first field with an error, or `undefined` after moving. */
  const next = (): string | undefined => {
    const wrong = step.fields.find(({ name }) => errorOf(name))
    if (wrong) setChecked(true)
    else go(at + 1)
    return wrong?.name
  }
  return {
    at,
    step,
    value: (name: string) => values[name] ?? '',
    change: (name: string, value: string) => setValues((before) => ({ ...before, [name]: value })),
    error: (name: string) => (checked ? errorOf(name) : undefined),
    next,
    previous: () => go(at - 1),
    restart: () => {
      setValues({})
      go(0)
    },
  }
}
