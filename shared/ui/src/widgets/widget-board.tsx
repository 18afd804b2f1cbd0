import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { BoardContext, type Board } from './board-context.ts'

export interface WidgetBoardProps {
  /** The titles of the widgets that are closed at first. Default: none. */
  initiallyClosed?: readonly string[]
  /** Called with the titles of all closed widgets, after one was closed or reopened. */
  onClosedChange?: (titles: readonly string[]) => void
  children: ReactNode
}

/** A container of widgets, whose titles differ. Above them it has a button 'Reabrir …' for each closed one. */
export const WidgetBoard = ({ initiallyClosed = [], onClosedChange, children }: WidgetBoardProps) => {
  const [closed, setClosed] = useState(initiallyClosed)
  const [offered, setOffered] = useState<readonly string[]>([])
  const [lastClosed, setLastClosed] = useState<string>()
  const change = useCallback(
    (titles: readonly string[]) => {
      setClosed(titles)
      onClosedChange?.(titles)
    },
    [onClosedChange],
  )
  const offer = useCallback((title: string) => {
    setOffered((before) => [...before, title])
    return () => setOffered((before) => before.filter((other) => other !== title))
  }, [])
  const board = useMemo<Board>(
    () => ({
      closed,
      offer,
      close: (title) => {
        setLastClosed(title)
        change([...closed, title])
      },
    }),
    [closed, offer, change],
  )
  return (
    <BoardContext value={board}>
      <div className="ui-board">
        {offered.length > 0 && (
          <section className="ui-board__closed" aria-label="Widgets fechados">
            <span>Fechados</span>
            {offered.map((title) => (
              <Reopen
                key={title}
                title={title}
                focused={title === lastClosed}
                onReopen={() => change(closed.filter((other) => other !== title))}
              />
            ))}
          </section>
        )}
        {children}
      </div>
    </BoardContext>
  )
}

interface ReopenProps {
  title: string
  /** Whether it takes the focus, which was lost with the widget that has just been closed. */
  focused: boolean
  onReopen: () => void
}

const Reopen = ({ title, focused, onReopen }: ReopenProps) => {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focused) button.current?.focus()
  }, [focused])
  return (
    <Button ref={button} size="small" icon="restore" aria-label={`Reabrir ${title}`} onClick={onReopen}>
      {title}
    </Button>
  )
}
