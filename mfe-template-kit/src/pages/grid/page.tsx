import { Button, Card, WidgetBoard } from '@atalaia/ui'
import { useEffect, useRef } from 'react'
import { ExampleSource } from '../../kit/example-source.tsx'
import { KitPage } from '../../kit/kit-page.tsx'
import * as autoload from './examples/autoload.tsx'
import * as customLoader from './examples/custom-loader.tsx'
import * as jumbotron from './examples/jumbotron.tsx'
import * as locked from './examples/locked.tsx'
import * as news from './examples/news.tsx'
import * as shares from './examples/shares.tsx'
import * as standard from './examples/standard.tsx'
import type { GridWidget } from './grid-widget.ts'
import { useArrangement } from './use-arrangement.ts'
import { WidgetGrid } from './widget-grid.tsx'
import './grid.css'

const movable: readonly GridWidget[] = [
  { id: 'standard', ...standard },
  { id: 'shares', ...shares },
  { id: 'autoload', ...autoload },
  { id: 'custom-loader', ...customLoader },
  { id: 'news', ...news },
  { id: 'jumbotron', ...jumbotron },
]
const fixed = [{ at: 5, widget: { id: 'locked', locked: true, ...locked } }] as const
const ids = movable.map(({ id }) => id)
const byId = new Map(movable.map((widget) => [widget.id, widget]))

export const Component = () => {
  const { order, removed, move, remove, reset } = useArrangement(ids)
  const resetButton = useRef<HTMLButtonElement>(null)
  const shown = order.filter((id) => !removed.includes(id)).flatMap((id) => byId.get(id) ?? [])

  // A widget that is removed takes the focus with it: what brings it back gets it.
  useEffect(() => {
    if (removed.length > 0) resetButton.current?.focus()
  }, [removed.length])

  return (
    <KitPage
      title="Grade"
      trail={['Grade']}
      lead="Mova os widgets pela alça, com o ponteiro, o dedo ou o teclado. A ordem fica guardada neste navegador."
      place="grid"
    >
      <div className="kit-row">
        <Button ref={resetButton} size="small" icon="restore" onClick={reset}>
          Restaurar a grade
        </Button>
      </div>
      <WidgetBoard>
        <WidgetGrid widgets={shown} locked={fixed} onMove={move} onRemove={remove} />
      </WidgetBoard>
      <Card title="Código dos widgets">
        {[...movable, ...fixed.map(({ widget }) => widget)].map(
          ({ id, title, source }: GridWidget) =>
            source && <ExampleSource key={id} title={title} source={source} summary={title} />,
        )}
      </Card>
    </KitPage>
  )
}
