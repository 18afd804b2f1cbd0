import { isAppPath } from '@atalaia/contracts'
import { useBlocker } from '@atalaia/react/router'
import { Button, Dialog } from '@atalaia/ui'
import { useEffect } from 'react'
import { useIncidentsWords } from './incidents-words.ts'

type LeaveQuestionProps = {
  readonly count: number
  readonly isBusy: boolean
  /** Resolves to whether all were saved. */
  readonly onSave: () => Promise<boolean>
}

/** Asks before a page with changes that are not saved is left (P-DRAFT-2). The end of a session does not wait for an answer. */
export const LeaveQuestion = ({ count, isBusy, onSave }: LeaveQuestionProps) => {
  const { t } = useIncidentsWords()
  const isDirty = count > 0
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && isAppPath(nextLocation.pathname) && nextLocation.pathname !== currentLocation.pathname,
  )
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
  const stay = () => blocker.reset?.()
  const saveAndLeave = async () => ((await onSave()) ? blocker.proceed?.() : stay())
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      title={t('leave.title', { count })}
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>{t('leave.stay')}</Button>
          <Button onClick={() => blocker.proceed?.()}>{t('leave.leave')}</Button>
          <Button variant="primary" busy={isBusy} busyLabel={t('saving')} onClick={() => void saveAndLeave()}>
            {t('leave.save')}
          </Button>
        </>
      }
    >
      <p>{t('leave.text')}</p>
    </Dialog>
  )
}
