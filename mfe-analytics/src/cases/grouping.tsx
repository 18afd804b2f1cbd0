import { useContext } from 'react'
import { ListPlaceContext } from '../lists/list-place.ts'
import { BY_SOURCE } from './source-query.ts'
import { useCaseWords } from './case-words.ts'

const WAYS = [
  ['by.address', ''],
  ['by.source', BY_SOURCE],
] as const

/** Switches between cases and sources (P-CASE-28). */
export const Grouping = ({ shown }: { readonly shown: (typeof WAYS)[number][0] }) => {
  const { t } = useCaseWords()
  const { open } = useContext(ListPlaceContext)
  return (
    <div className="analytics-list__views" role="group" aria-label={t('by.of')}>
      {WAYS.map(([name, query]) => (
        <button
          key={name}
          type="button"
          className="analytics-list__view"
          aria-pressed={name === shown}
          onClick={() => open('cases', query)}
        >
          {t(name)}
        </button>
      ))}
    </div>
  )
}
