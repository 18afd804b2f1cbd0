import { Alert, Button, Card, Skeleton } from '@atalaia/ui'
import { useContext, useEffect, useRef, type ReactNode } from 'react'
import { FailurePanel } from '../management/failure-panel.tsx'
import { useManagementWords } from '../management/management-words.ts'
import { PrintedQuery } from '../print/printed-query.tsx'
import { ListFoot } from './list-foot.tsx'
import { ListPlaceContext } from './list-place.ts'
import type { ListQuery } from './list-query.ts'
import type { useList } from './use-list.ts'
import './list.css'

export const PAGE_SIZE = 25

type PageFacts = { readonly encontrados: number; readonly todos?: number; readonly linhas: readonly unknown[] }

type ListWords = {
  readonly loading: string
  readonly failed: string
  readonly undo: string
  readonly pages: string
}

type ListCardProps<Query extends ListQuery, Page extends PageFacts> = {
  readonly list: Pick<
    ReturnType<typeof useList<Query, Page>>,
    'head' | 'page' | 'isLoading' | 'failure' | 'reload' | 'query' | 'outcome' | 'setOutcome' | 'cleared' | 'goTo'
  >
  readonly words: ListWords
  /** Renders the time of the last update. */
  readonly renderCoverage: (page: Page) => ReactNode
  readonly tools: ReactNode
  readonly renderRows: (page: Page) => ReactNode
  readonly found: (page: Page) => string
  readonly renderNothing: (page: Page) => ReactNode
}

/** P-ACCESS-12 */
export const ListCard = <Query extends ListQuery, Page extends PageFacts>({
  list: { head, page, isLoading, failure, reload, query, outcome, setOutcome, cleared, goTo },
  words,
  renderCoverage,
  tools,
  renderRows,
  found,
  renderNothing,
}: ListCardProps<Query, Page>) => {
  const { reasonText } = useManagementWords()
  const card = useRef<HTMLDivElement>(null)
  const told = useRef<HTMLDivElement>(null)
  const toolbar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed has gone, with the rows that it was about.
    if (outcome && document.activeElement === document.body) told.current?.focus()
  }, [outcome])
  const { isLedToRows } = useContext(ListPlaceContext)
  const hasRows = page !== undefined && page.linhas.length > 0
  useEffect(() => {
    // Where the person has gone on meanwhile, the focus is theirs.
    const isAtStart = document.activeElement?.contains(card.current) ?? true
    if (isLedToRows && hasRows && isAtStart) card.current?.querySelector<HTMLElement>('tbody th a')?.focus()
  }, [isLedToRows, hasRows])
  const dismiss = () => {
    setOutcome(undefined)
    card.current?.focus({ preventScroll: true })
  }
  return (
    <>
      {head}
      <Card>
        <div ref={card} className="analytics-list" tabIndex={-1} aria-busy={isLoading && !page}>
          <div className="analytics-list__coverage">{page && renderCoverage(page)}</div>
          <div ref={toolbar} key={cleared} className="analytics-list__toolbar">
            {tools}
          </div>
          {page && <PrintedQuery tools={toolbar} found={page.encontrados} all={page.todos} />}
          {outcome && (
            <div ref={told} tabIndex={-1}>
              <Alert kind={outcome.kind} onDismiss={dismiss}>
                {outcome.text}{' '}
                {outcome.undo && (
                  <Button size="small" icon="restore" onClick={outcome.undo}>
                    {words.undo}
                  </Button>
                )}
              </Alert>
            </div>
          )}
          {failure && !page && <FailurePanel title={words.failed} failure={failure} onRetry={reload} />}
          {failure && page && <Alert kind="danger">{reasonText(failure)}</Alert>}
          {!failure && !page && (
            <div role="status" aria-label={words.loading}>
              <Skeleton height={36} lines={8} />
            </div>
          )}
          {page && page.linhas.length > 0 && (
            <>
              {renderRows(page)}
              <ListFoot
                found={found(page)}
                page={query.page}
                pages={Math.ceil(page.encontrados / PAGE_SIZE)}
                onPage={goTo}
                label={words.pages}
              />
            </>
          )}
          {page && page.linhas.length === 0 && renderNothing(page)}
        </div>
      </Card>
    </>
  )
}
