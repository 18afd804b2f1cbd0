import { MAX_NOTE_LENGTH, type CasePerson, type LeakCase } from '@atalaia/contracts/cases'
import { Button } from '@atalaia/ui'
import { useEffect, useEffectEvent, useId, useState, type FormEvent, type ReactNode } from 'react'
import { string } from 'zod/mini'
import { DraftNote } from '../management/draft-note.tsx'
import { useDraft } from '../session/use-draft.ts'
import type { CaseChange } from './case-calls.ts'
import { CaseFields, changeOf, draftOf, type CaseDraft } from './case-fields.tsx'
import { useCaseWords } from './case-words.ts'

type CaseFormProps = {
  /** Names the draft of the note. */
  readonly name: string
  readonly shown: LeakCase
  readonly people: readonly CasePerson[]
  readonly isBusy: boolean
  readonly onSave: (change: CaseChange) => void
  /** Next to the saving button. */
  readonly children?: ReactNode
}

const followed = (draft: CaseDraft, seen: CaseDraft, now: CaseDraft): CaseDraft => ({
  state: draft.state === seen.state ? now.state : draft.state,
  owner: draft.owner === seen.owner ? now.owner : draft.owner,
  due: draft.due === seen.due ? now.due : draft.due,
})

/** Keeps typed text when somebody else changes the case. */
export const CaseForm = ({ name, shown, people, isBusy, onSave, children }: CaseFormProps) => {
  const { t } = useCaseWords()
  const id = useId()
  const [seen, setSeen] = useState(shown)
  const [draft, setDraft] = useState(draftOf(shown))
  const typed = useDraft(name, { schema: string(), version: shown.versao })
  const note = typed.value ?? shown.nota
  const settle = useEffectEvent((saved: string) => {
    if (typed.value?.trim() === saved) typed.set(undefined)
  })
  useEffect(() => settle(shown.nota), [shown.nota])
  if (seen !== shown) {
    setSeen(shown)
    setDraft(followed(draft, draftOf(seen), draftOf(shown)))
  }
  // An owner who has left stays among the choices until another one is chosen.
  const known = shown.responsavel && !people.some((one) => one.id === shown.responsavel?.id) ? [shown.responsavel] : []

  const save = (event: FormEvent) => {
    event.preventDefault()
    // What the person has not touched is left to others.
    onSave({ ...changeOf(draft, draftOf(shown)), ...(note.trim() !== shown.nota && { nota: note }) })
  }
  return (
    <form className="analytics-case__form" onSubmit={save}>
      <CaseFields
        draft={draft}
        people={[...people, ...known]}
        onChange={(changes) => setDraft({ ...draft, ...changes })}
      />
      <div className="ui-field analytics-case__note">
        <label className="form-label" htmlFor={id}>
          {t('note')}
        </label>
        <textarea
          id={id}
          className="form-control"
          rows={3}
          maxLength={MAX_NOTE_LENGTH}
          value={note}
          onChange={({ target }) => typed.set(target.value === shown.nota ? undefined : target.value)}
          onKeyDown={typed.onKeyDown}
        />
        <DraftNote draft={typed} onDiscard={() => typed.set(undefined)} />
      </div>
      <div className="analytics-case__acts">
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={t('saving')}>
          {t('save')}
        </Button>
        {children}
      </div>
    </form>
  )
}
