import { Alert, Button } from '@atalaia/ui'
import { useEffect, useRef } from 'react'
import { useAddressWords } from '../address/address-words.ts'
import { useManagementWords } from '../management/management-words.ts'
import type { Removal } from './use-removal.ts'

type RemovalProps = { readonly removal: Removal }

/** Above an address: why it was not removed. */
export const RemovalNote = ({ removal: { state, dismiss } }: RemovalProps) => {
  const { t } = useAddressWords()
  const { reasonText } = useManagementWords()
  if (state.status === 'kept')
    return (
      <Alert kind="warning" onDismiss={dismiss}>
        {t('remove.kept')}
      </Alert>
    )
  return state.status === 'failed' ? (
    <Alert kind="danger" onDismiss={state.wasRemoved ? undefined : dismiss}>
      {t('remove.failed')} {reasonText(state.failure)}
    </Alert>
  ) : null
}

/** In the place of an address that was removed just now: the way back, which has the focus. */
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
