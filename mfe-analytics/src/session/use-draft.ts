import { useContext, useState, type KeyboardEvent } from 'react'
import { int, nullable, object, type ZodMiniType } from 'zod/mini'
import { DraftsContext } from './drafts.ts'

type DraftOptions<Value> = {
  /** Parses the stored draft. Another form is no draft. */
  readonly schema: ZodMiniType<Value>
  /** Version of the changed thing. Default: unversioned. */
  readonly version?: number
}

export type Draft<Value> = {
  /** `undefined`: nothing is unsaved. */
  readonly value: Value | undefined
  readonly set: (value: Value | undefined) => void
  /** Whether it is from an earlier visit, and of the version that is shown now. */
  readonly restored: 'no' | 'same' | 'older'
  /** The person knows that leaving keeps a draft. */
  readonly isWarned: boolean
  /** Asks before Escape leaves a text that is not saved (P-DRAFT-2). */
  readonly onKeyDown: (event: KeyboardEvent) => void
}

const read = <Value>(text: string | undefined, schema: ZodMiniType<Value>) => {
  try {
    const kept = object({ version: nullable(int()), value: schema }).safeParse(JSON.parse(text ?? 'null'))
    return kept.success ? kept.data : undefined
  } catch {
    return undefined
  }
}

/** Unsaved input of a form, kept over a reload or a lost session (P-DRAFT-1). Never use it for secrets. */
export const useDraft = <Value>(name: string, { schema, version }: DraftOptions<Value>): Draft<Value> => {
  const drafts = useContext(DraftsContext)
  const [found] = useState(() => read(drafts?.read(name), schema))
  const [value, setValue] = useState(found?.value)
  const [isRestored, setRestored] = useState(found !== undefined)
  const [isWarned, setWarned] = useState(false)
  const set = (next: Value | undefined) => {
    setValue(next)
    setWarned(false)
    if (next === undefined) setRestored(false)
    drafts?.write(name, next === undefined ? undefined : JSON.stringify({ version: version ?? null, value: next }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || value === undefined || !drafts || isWarned) return
    event.preventDefault()
    event.stopPropagation()
    setWarned(true)
  }
  const isSame = found?.version === (version ?? null)
  return { value, set, restored: isRestored ? (isSame ? 'same' : 'older') : 'no', isWarned, onKeyDown }
}
