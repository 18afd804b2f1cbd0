import type { CaseSource, CaseSourceOrder } from '@atalaia/contracts/cases'
import { Button } from '@atalaia/ui'
import type { ListColumn } from '../lists/list-column.ts'
import type { CaseWords } from './case-words.ts'

type SourceColumnParts = Pick<CaseWords, 't' | 'date' | 'number'> & {
  readonly isOpen: (source: CaseSource) => boolean
  readonly onToggle: (source: CaseSource) => void
}

export const sourceColumns = ({
  t,
  date,
  number,
  isOpen,
  onToggle,
}: SourceColumnParts): readonly ListColumn<CaseSource, CaseSourceOrder>[] => {
  const count = (
    key: 'addresses' | 'passwords' | 'open' | 'critical',
    order: CaseSourceOrder,
    countOf: (source: CaseSource) => number,
  ): ListColumn<CaseSource, CaseSourceOrder> => ({
    key,
    title: t(`sources.${key}`),
    order,
    align: 'end',
    hasLabel: true,
    cell: (row) => number(countOf(row)),
  })
  return [
    {
      key: 'source',
      title: t('source'),
      isRowHeader: true,
      cell: (row) => {
        const source = row.titulo ?? row.fonte
        const shown = isOpen(row)
        return (
          <Button
            size="small"
            variant="ghost"
            icon={shown ? 'chevron-up' : 'chevron-down'}
            title={t(shown ? 'sources.hide' : 'sources.show', { source })}
            aria-expanded={shown}
            onClick={() => onToggle(row)}
          >
            {source}
          </Button>
        )
      },
    },
    {
      key: 'leaked',
      title: t('sources.leaked'),
      order: 'vazou',
      hasLabel: true,
      cell: ({ vazou_em: day }) => (day === null ? t('sources.noDay') : date(day)),
    },
    {
      key: 'known',
      title: t('sources.known'),
      order: 'conhecida',
      hasLabel: true,
      cell: ({ aqui_desde: since }) => since !== null && date(since),
    },
    count('addresses', 'enderecos', ({ enderecos }) => enderecos),
    count('passwords', 'senhas', ({ senhas }) => senhas),
    {
      ...count('critical', 'gravidade', ({ criticos }) => criticos),
      attributes: ({ criticos }) => ({ className: criticos > 0 ? 'analytics-case__late' : undefined }),
    },
    count('open', 'abertos', ({ abertos }) => abertos),
  ]
}
