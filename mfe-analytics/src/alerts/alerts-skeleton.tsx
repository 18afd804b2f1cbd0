import { Skeleton } from '@atalaia/ui'
import { useAlertsWords } from './alerts-words.ts'

/** P-ALERT-3 */
export const AlertsSkeleton = ({ lines }: { readonly lines: number }) => {
  const { t } = useAlertsWords()
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton height={36} lines={lines} />
    </div>
  )
}
