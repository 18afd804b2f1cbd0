import type { HttpFailure } from '@atalaia/contracts'
import { Button, EmptyState, ErrorState } from '@atalaia/ui'
import { useManagementWords } from '../management/management-words.ts'
import { useAddressWords } from './address-words.ts'

type AddressFailureProps = {
  readonly failure: HttpFailure
  readonly onRetry: () => void
  readonly onBack: (() => void) | undefined
}

/** P-ADDRESS-8 */
export const AddressFailure = ({ failure, onRetry, onBack }: AddressFailureProps) => {
  const { t } = useAddressWords()
  const { reasonText } = useManagementWords()
  const status = failure.kind === 'status' ? failure.status : undefined
  const back = onBack && (
    <Button icon="arrow-left" onClick={onBack}>
      {t('back')}
    </Button>
  )
  if (status === 404)
    return (
      <EmptyState icon="search" title={t('missing.title')} action={back}>
        <p>{reasonText(failure, t('missing.text'))}</p>
      </EmptyState>
    )
  if (status === 403)
    return (
      <EmptyState icon="lock" title={t('forbidden.title')} action={back}>
        <p>{reasonText(failure, t('forbidden.text'))}</p>
      </EmptyState>
    )
  return (
    <ErrorState title={t('failed.title')} onRetry={onRetry} code={failure.trace}>
      <p>{reasonText(failure)}</p>
    </ErrorState>
  )
}
