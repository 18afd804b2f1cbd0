import { Button } from '../controls/button.tsx'
import { Icon } from '../icons/icon.tsx'
import { useUiText } from '../language/ui-language.ts'

export interface PaginationProps {
  /** From 1. */
  page: number
  pages: number
  onPage: (page: number) => void
  /** Accessible name. */
  label: string
}

/** Renders nothing for a single page. */
export const Pagination = ({ page, pages, onPage, label }: PaginationProps) => {
  const text = useUiText()
  if (pages <= 1) return null
  const step = (to: number) => ({
    'aria-disabled': to < 1 || to > pages,
    onClick: () => to >= 1 && to <= pages && onPage(to),
  })
  return (
    <nav className="ui-pagination" aria-label={label}>
      <Button variant="ghost" size="small" icon="chevron-left" {...step(page - 1)}>
        {text('previous')}
      </Button>
      <ol className="ui-pagination__pages">
        {pagesShown(page, pages).map((shown, at) =>
          shown === 'gap' ? (
            <li key={`gap-${at}`} className="ui-pagination__gap">
              …
            </li>
          ) : (
            <li key={shown}>
              <button
                type="button"
                className="ui-pagination__page"
                aria-label={text('page', { page: shown, pages })}
                aria-current={shown === page ? 'page' : undefined}
                onClick={() => onPage(shown)}
              >
                {shown}
              </button>
            </li>
          ),
        )}
      </ol>
      <span className="ui-pagination__short" aria-hidden="true">
        {text('pageShort', { page, pages })}
      </span>
      <Button variant="ghost" size="small" {...step(page + 1)}>
        {text('next')} <Icon name="chevron-right" />
      </Button>
    </nav>
  )
}

/** First, last and pages around `page`; `'gap'` between. */
export const pagesShown = (page: number, pages: number): (number | 'gap')[] => {
  const near = Array.from({ length: pages }, (_, at) => at + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 1,
  )
  return near.flatMap((number, at) => {
    const skipped = number - (near[at - 1] ?? 0) - 1
    if (skipped === 0) return [number]
    return skipped === 1 ? [number - 1, number] : ['gap' as const, number]
  })
}
