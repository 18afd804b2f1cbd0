import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { BoardContext, type Board, type ClosedWidget } from './board-context.ts'

/** A container of widgets. It has a button 'Reabrir …' for each closed widget. */
export const WidgetBoard = ({ children }: { children: ReactNode }) => {
  const [closed, setClosed] = useState<readonly ClosedWidget[]>([])
  const close = useCallback((widget: ClosedWidget) => setClosed((before) => [...before, widget]), [])
  const release = useCallback((id: string) => setClosed((before) => without(before, id)), [])
  const board = useMemo<Board>(() => ({ closed, close, release }), [closed, close, release])
  return (
    <BoardContext value={board}>
      <div className="ui-board">
        {children}
        {closed.length > 0 && (
          <section className="ui-board__closed" aria-label="Widgets fechados">
            <span>Fechados</span>
            {closed.map((widget) => (
              <Reopen key={widget.id} title={widget.title} onReopen={() => release(widget.id)} />
            ))}
          </section>
        )}
      </div>
    </BoardContext>
  )
}

const without = (widgets: readonly ClosedWidget[], id: string): readonly ClosedWidget[] =>
  widgets.some((widget) => widget.id === id) ? widgets.filter((widget) => widget.id !== id) : widgets

/** Takes the focus, which was lost with the closed widget. */
const Reopen = ({ title, onReopen }: { title: string; onReopen: () => void }) => {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} size="small" icon="restore" aria-label={`Reabrir ${title}`} onClick={onReopen}>
      {title}
    </Button>
  )
}
