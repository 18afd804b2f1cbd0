import { Alert, Button } from '@atalaia/ui'
import { useEffect, useRef } from 'react'
import { useAddressWords } from '../address/address-words.ts'
import type { Removal } from './use-removal.ts'

type RemovalProps = { readonly removal: Removal }

export const RemovalNote = ({ removal: { status, problem, dismiss } }: RemovalProps) => {
  const { t } = useAddressWords()
  if (problem !== undefined)
    return (
      <Alert kind="danger" onDismiss={status === 'removed' ? undefined : dismiss}>
        {t('remove.failed')} {problem}
      </Alert>
    )
  return status === 'kept' ? (
    <Alert kind="warning" onDismiss={dismiss}>
      {t('remove.kept')}
    </Alert>
  ) : null
}

export const Removed = ({ removal }: RemovalProps) => {
  const { t } = useAddressWords()
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), [])
  return (
    <>
      <RemovalNote removal={removal} />
      <Alert kind="success">
        {t('remove.done')}{' '}
        <Button ref={back} size="small" icon="restore" busy={removal.isBusy} onClick={() => void removal.undo()}>
          {t('remove.undo')}
        </Button>
      </Alert>
    </>
  )
}
