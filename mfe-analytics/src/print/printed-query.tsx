import type { RefObject } from 'react'
import { useManagementWords } from '../management/management-words.ts'
import { usePrinting } from './use-printing.ts'

type PrintedQueryProps = {
  /** Contains the fields of the search and the filters. */
  readonly tools: RefObject<HTMLElement | null>
  readonly found: number
  /** Rows of the list without search and filters. Default: `found`, for a list that has no such number. */
  readonly all?: number | undefined
}

const ANY: readonly string[] = ['', 'todos']

const narrowing = (tools: HTMLElement | null): string[] =>
  [...(tools?.querySelectorAll<HTMLSelectElement | HTMLInputElement>('select, input') ?? [])].flatMap((field) => {
    const label = field.labels?.[0]?.textContent
    const value = field.value.trim()
    if (ANY.includes(value) || !label) return []
    return `${label}: ${field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : value}`
  })

/** The search and the filters of a list, and how many rows they leave, on paper alone (P-PRINT-4). */
export const PrintedQuery = ({ tools, found, all = found }: PrintedQueryProps) => {
  const isPrinting = usePrinting()
  const { t, number } = useManagementWords()
  if (!isPrinting) return null
  const filters = narrowing(tools.current)
  const counts = t('printed.count', { found: number(found), all: number(all) })
  return (
    <p className="analytics-list__note">
      {filters.length === 0 ? counts : t('printed.filters', { filters: filters.join(', '), counts })}
    </p>
  )
}
