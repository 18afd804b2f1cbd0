import { Alert, Button, Card, Skeleton } from '@atalaia/ui'
import { Fragment, type ReactNode } from 'react'
import { FailurePanel } from '../management/failure-panel.tsx'
import { useManagementWords } from '../management/management-words.ts'
import { ListFoot } from './list-foot.tsx'
import type { ListQuery } from './list-query.ts'
import type { useList } from './use-list.ts'
import './list.css'

const PAGE_SIZE = 25

/** A page of any list. */
type PageFacts = { readonly encontrados: number; readonly linhas: readonly unknown[] }

type ListWords = {
  readonly loading: string
  readonly failed: string
  readonly undo: string
  /** Names the pages. */
  readonly pages: string
}

type ListCardProps<Query extends ListQuery, Page extends PageFacts> = {
  readonly list: Pick<
    ReturnType<typeof useList<Query, Page>>,
    'head' | 'page' | 'isLoading' | 'failure' | 'reload' | 'query' | 'outcome' | 'setOutcome' | 'cleared' | 'goTo'
  >
  readonly words: ListWords
  /** Renders the instant at which the numbers were updated. */
  readonly renderCoverage: (page: Page) => ReactNode
  /** Above the rows, also while they load. */
  readonly tools: ReactNode
  /** The rows of a page that has some. */
  readonly renderRows: (page: Page) => ReactNode
  /** The number of rows that the query leaves. */
  readonly found: (page: Page) => string
  /** In the place of rows where there are none. */
  readonly renderNothing: (page: Page) => ReactNode
}

/** A list of the pages below the dashboard: what was updated when, tools, rows and pages, and what stands in their place. */
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
  return (
    <>
      {head}
      <Card>
        <div className="analytics-list" aria-busy={isLoading && !page}>
          <div className="analytics-list__coverage">{page && renderCoverage(page)}</div>
          <Fragment key={cleared}>{tools}</Fragment>
          {outcome && (
            <Alert kind={outcome.kind} onDismiss={() => setOutcome(undefined)}>
              {outcome.text}{' '}
              {outcome.undo && (
                <Button size="small" icon="restore" onClick={outcome.undo}>
                  {words.undo}
                </Button>
              )}
            </Alert>
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
