import { Alert, Button } from '@atalaia/ui'
import type { Draft } from '../session/use-draft.ts'
import { useManagementWords } from './management-words.ts'
import './draft-note.css'

type DraftNoteProps = {
  readonly draft: Pick<Draft<unknown>, 'restored' | 'isWarned'>
  readonly onDiscard: () => void
}

/** Tells that a draft was found, with a way to discard it (P-DRAFT-1), or that Escape is about to leave one (P-DRAFT-2). */
export const DraftNote = ({ draft: { restored, isWarned }, onDiscard }: DraftNoteProps) => {
  const { t } = useManagementWords()
  if (isWarned) return <Alert kind="warning">{t('draft.warned')}</Alert>
  if (restored === 'no') return null
  return (
    <div className="analytics-draft" role="status">
      <span>{t(restored === 'same' ? 'draft.restored' : 'draft.older')}</span>
      <span aria-hidden="true">·</span>
      <Button size="small" variant="ghost" onClick={onDiscard}>
        {t('draft.discard')}
      </Button>
    </div>
  )
}
