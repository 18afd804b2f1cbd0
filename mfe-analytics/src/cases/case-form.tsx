import { MAX_NOTE_LENGTH, type CasePerson, type LeakCase } from '@atalaia/contracts/cases'
import { Button } from '@atalaia/ui'
import { useId, useState, type FormEvent } from 'react'
import type { CaseChange } from './case-calls.ts'
import { CaseFields, changeOf, draftOf, type CaseDraft } from './case-fields.tsx'
import { useCaseWords } from './case-words.ts'

type CaseFormProps = {
  readonly shown: LeakCase
  readonly people: readonly CasePerson[]
  readonly isBusy: boolean
  readonly onSave: (change: CaseChange) => void
}

/** A draft whose untouched fields are as the case is now. */
const followed = (draft: CaseDraft, seen: CaseDraft, now: CaseDraft): CaseDraft => ({
  state: draft.state === seen.state ? now.state : draft.state,
  owner: draft.owner === seen.owner ? now.owner : draft.owner,
  due: draft.due === seen.due ? now.due : draft.due,
})

/** State, owner, due day and note of a case. What was typed stays when somebody else's change comes. */
export const CaseForm = ({ shown, people, isBusy, onSave }: CaseFormProps) => {
  const { t } = useCaseWords()
  const id = useId()
  const [seen, setSeen] = useState(shown)
  const [draft, setDraft] = useState(draftOf(shown))
  const [note, setNote] = useState(shown.nota)
  if (seen !== shown) {
    setSeen(shown)
    setDraft(followed(draft, draftOf(seen), draftOf(shown)))
    if (note.trim() === seen.nota) setNote(shown.nota)
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
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
      <Button type="submit" variant="primary" busy={isBusy} busyLabel={t('saving')}>
        {t('save')}
      </Button>
    </form>
  )
}
