import { queryText, readQuery, type CaseQuery } from './case-query.ts'
import { useCaseWords } from './case-words.ts'
import { useKnowsPeople } from './people.ts'

const VIEWS = [
  ['view.open', {}],
  ['view.critical', { level: 'critica' }],
  ['view.mine', { owner: 'eu' }],
  ['view.nobody', { owner: 'ninguem' }],
  ['view.week', { due: 'semana' }],
] as const satisfies readonly (readonly [string, Partial<CaseQuery>])[]

type CaseViewsProps = { readonly query: CaseQuery; readonly onOpen: (view: Partial<CaseQuery>) => void }

/** Saved views of the list; each resets the filters (P-CASE-21). */
export const CaseViews = ({ query, onOpen }: CaseViewsProps) => {
  const { t } = useCaseWords()
  const knowsPeople = useKnowsPeople()
  const { order, reversed } = query
  const shown = queryText({ ...query, page: 1 })
  return (
    <div className="analytics-list__views" role="group" aria-label={t('view.of')}>
      {VIEWS.filter(([, view]) => knowsPeople || !('owner' in view)).map(([name, view]) => (
        <button
          key={name}
          type="button"
          className="analytics-list__view"
          aria-pressed={queryText({ ...readQuery(''), ...view, order, reversed }) === shown}
          onClick={() => onOpen(view)}
        >
          {t(name)}
        </button>
      ))}
    </div>
  )
}
