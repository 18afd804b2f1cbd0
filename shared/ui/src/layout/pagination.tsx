import { Button } from '../controls/button.tsx'
import { Icon } from '../icons/icon.tsx'
import { pagesShown } from './pages-shown.ts'

export interface PaginationProps {
  /** From 1. */
  page: number
  pages: number
  onPage: (page: number) => void
  /** What is paged, as accessible name. */
  label: string
}

/** Pages of a list; nothing when there is only one. */
export const Pagination = ({ page, pages, onPage, label }: PaginationProps) => {
  if (pages <= 1) return null
  const step = (to: number) => ({
    'aria-disabled': to < 1 || to > pages,
    onClick: () => to >= 1 && to <= pages && onPage(to),
  })
  return (
    <nav className="ui-pagination" aria-label={label}>
      <Button variant="ghost" size="small" icon="chevron-left" {...step(page - 1)}>
        Anterior
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
                aria-label={`Página ${shown} de ${pages}`}
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
        {page} de {pages}
      </span>
      <Button variant="ghost" size="small" {...step(page + 1)}>
        Próxima <Icon name="chevron-right" />
      </Button>
    </nav>
  )
}
