import { Skeleton } from '@atalaia/ui'
import { useAddressWords } from './address-words.ts'

export const LoadingRows = () => {
  const { t } = useAddressWords()
  return (
    <div role="status" aria-label={t('rows.loading')}>
      <Skeleton height={32} lines={2} />
    </div>
  )
}
