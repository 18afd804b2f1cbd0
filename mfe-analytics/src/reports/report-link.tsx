import type { ListedLeakReport } from '@atalaia/contracts/leak-reports'
import { Icon, OneLine, VisuallyHidden } from '@atalaia/ui'
import { useReportsWords } from './reports-words.ts'

type ReportLinkProps = {
  readonly report: ListedLeakReport
  /** On one line, shortened if needed. */
  readonly isShort?: boolean
}

/** Opens the PDF in a new tab by its signed address. */
export const ReportLink = ({ report: { titulo, url }, isShort = false }: ReportLinkProps) => {
  const { t } = useReportsWords()
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={isShort ? 'analytics-link' : 'analytics-wrap'}>
      {isShort ? <OneLine text={titulo} /> : titulo}
      <VisuallyHidden> {t('newTab')}</VisuallyHidden>
      {!isShort && <Icon name="external" />}
    </a>
  )
}
