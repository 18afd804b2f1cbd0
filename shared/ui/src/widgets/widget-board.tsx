import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { useUiText } from '../language/ui-language.ts'
import { BoardContext, type Board, type ClosedWidget } from './board-context.ts'

export interface WidgetBoardProps {
  /** Names of initially closed widgets. Default: none. */
  initiallyClosed?: readonly string[]
  /** Receives all closed names after a change. */
  onClosedChange?: (names: readonly string[]) => void
  children: ReactNode
}

/** Container of uniquely named widgets, with a button 'Reabrir …' for each closed widget (P-DASH-22). */
export const WidgetBoard = ({ initiallyClosed = [], onClosedChange, children }: WidgetBoardProps) => {
  const [closed, setClosed] = useState(initiallyClosed)
  const [offered, setOffered] = useState<readonly ClosedWidget[]>([])
  const [lastClosed, setLastClosed] = useState<string>()
  const change = useCallback(
    (names: readonly string[]) => {
      setClosed(names)
      onClosedChange?.(names)
    },
    [onClosedChange],
  )
  const offer = useCallback((widget: ClosedWidget) => {
    setOffered((before) => [...before, widget])
    return () => setOffered((before) => before.filter((other) => other !== widget))
  }, [])
  const board = useMemo<Board>(
    () => ({
      closed,
      offer,
      close: (name) => {
        setLastClosed(name)
        change([...closed, name])
      },
    }),
    [closed, offer, change],
  )
  const text = useUiText()
  return (
    <BoardContext value={board}>
      <div className="ui-board">
        {offered.length > 0 && (
          <section className="ui-board__closed" aria-label={text('closedWidgets')}>
            <span>{text('closed')}</span>
            {offered.map(({ name, title }) => (
              <Reopen
                key={name}
                title={title}
                focused={name === lastClosed}
                onReopen={() => change(closed.filter((other) => other !== name))}
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
  /** True: takes the focus of the closed widget (P-ACCESS-8). */
  focused: boolean
  onReopen: () => void
}

const Reopen = ({ title, focused, onReopen }: ReopenProps) => {
  const text = useUiText()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focused) button.current?.focus()
  }, [focused])
  return (
    <Button ref={button} size="small" icon="restore" aria-label={text('reopen', { title })} onClick={onReopen}>
      {title}
    </Button>
  )
}
