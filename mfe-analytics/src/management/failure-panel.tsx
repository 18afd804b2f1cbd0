import type { HttpFailure } from '@atalaia/contracts'
import { EmptyState, ErrorState } from '@atalaia/ui'
import { useManagementWords } from './management-words.ts'

type FailurePanelProps = {
  readonly failure: HttpFailure
  readonly onRetry: () => void
  /** Default: this page. */
  readonly title?: string
}

/** Replaces forbidden or failed content, with the server's reason (P-ALERT-3). */
export const FailurePanel = ({ failure, onRetry, title }: FailurePanelProps) => {
  const { t, reasonText } = useManagementWords()
  return failure.kind === 'status' && failure.status === 403 ? (
    <EmptyState icon="lock" title={t('forbidden.title')}>
      <p>{reasonText(failure, t('forbidden.text'))}</p>
    </EmptyState>
  ) : (
    <ErrorState title={title ?? t('failed.title')} onRetry={onRetry} code={failure.trace}>
      <p>{reasonText(failure)}</p>
    </ErrorState>
  )
}
