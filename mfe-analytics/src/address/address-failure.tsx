import { serverMessage, type HttpFailure } from '@atalaia/contracts'
import { Button, EmptyState, ErrorState } from '@atalaia/ui'
import { t } from './address-words.ts'

type AddressFailureProps = {
  readonly failure: HttpFailure
  readonly onRetry: () => void
  readonly onBack: () => void
}

/** In the place of an address that did not come: not there, not allowed, or failed, with the server's own reason. */
export const AddressFailure = ({ failure, onRetry, onBack }: AddressFailureProps) => {
  const status = failure.kind === 'status' ? failure.status : undefined
  const reason = failure.kind === 'status' ? serverMessage(failure.body) : t(`failed.${failure.kind}`)
  const back = (
    <Button icon="arrow-left" onClick={onBack}>
      {t('back')}
    </Button>
  )
  if (status === 404)
    return (
      <EmptyState icon="search" title={t('missing.title')} action={back}>
        <p>{reason ?? t('missing.text')}</p>
      </EmptyState>
    )
  if (status === 403)
    return (
      <EmptyState icon="lock" title={t('forbidden.title')} action={back}>
        <p>{reason ?? t('forbidden.text')}</p>
      </EmptyState>
    )
  return (
    <ErrorState title={t('failed.title')} onRetry={onRetry} code={failure.trace}>
      <p>{reason ?? t('failed.status')}</p>
    </ErrorState>
  )
}
