import { useCallback, useContext, useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Button } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { Skeleton } from '../feedback/skeleton.tsx'
import { Icon } from '../icons/icon.tsx'
import { BoardContext } from './board-context.ts'
import { useFullscreen } from './use-fullscreen.ts'
import { WidgetControls, type WidgetStatus, type WidgetView } from './widget-controls.tsx'

export interface WidgetProps {
  title: string
  /** `ready` unless told. `loading` shows the skeleton; `failed` shows the children and asks to load again. */
  status?: WidgetStatus
  /** Stands in for the children while loading, in their size; three lines of text unless told. */
  skeleton?: ReactNode
  /** Gives it a control 'Carregar de novo'. */
  onReload?: () => void
  /** Default true; works on a {@link WidgetBoard} only, which can bring it back. */
  closable?: boolean
  /** Takes closing over: the control calls this, with a board or without, and the widget stays until you remove it. */
  onClose?: () => void
  collapsible?: boolean
  fullscreenable?: boolean
  /** Fixed in its place: it cannot be closed or enlarged. */
  locked?: boolean
  initiallyCollapsed?: boolean
  children: ReactNode
  className?: string
}

/** A titled region of a dashboard: default, collapsed, full screen (Escape leaves) or closed. */
export const Widget = ({ title, status = 'ready', locked = false, children, ...props }: WidgetProps) => {
  const id = useId()
  const board = useContext(BoardContext)
  const section = useRef<HTMLElement>(null)
  const [view, setView] = useState<WidgetView>(props.initiallyCollapsed ? 'collapsed' : 'default')
  const closed = board?.closed.some((widget) => widget.id === id) ?? false

  useFullscreen(
    section,
    view === 'fullscreen',
    useCallback(() => setView('default'), []),
  )
  useFocusOnReturn(section, closed)
  const closeOnBoard = board ? () => board.close({ id, title }) : undefined
  const release = board?.release
  useEffect(() => () => release?.(id), [release, id])

  if (closed) return null
  return (
    <section
      ref={section}
      part="widget"
      className={cx('ui-widget', `ui-widget--${view}`, `ui-widget--${status}`, props.className)}
      aria-labelledby={`${id}-title`}
      aria-busy={status === 'loading'}
      tabIndex={-1}
    >
      <header className="ui-widget__head">
        <h2 part="widget-title" className="ui-widget__title" id={`${id}-title`}>
          {title}
        </h2>
        {locked && (
          <span className="ui-widget__lock" title="Fixo">
            <Icon name="lock" />
          </span>
        )}
        <WidgetControls
          bodyId={`${id}-body`}
          view={view}
          status={status}
          onView={setView}
          onReload={props.onReload}
          onClose={locked || props.closable === false ? undefined : (props.onClose ?? closeOnBoard)}
          collapsible={props.collapsible !== false}
          fullscreenable={!locked && props.fullscreenable !== false}
        />
      </header>
      <div className="ui-widget__body" id={`${id}-body`} hidden={view === 'collapsed'}>
        {status === 'loading' ? (props.skeleton ?? <Skeleton lines={3} />) : children}
        {status === 'failed' && props.onReload && <Retry widget={section} onRetry={props.onReload} />}
      </div>
    </section>
  )
}

/** Stands below what is known, in words: after a failure it is the one thing to do. It goes, so the widget takes the focus. */
const Retry = ({ widget, onRetry }: { widget: RefObject<HTMLElement | null>; onRetry: () => void }) => (
  <Button
    variant="ghost"
    size="small"
    icon="refresh"
    className="ui-widget__retry"
    onClick={() => {
      widget.current?.focus()
      onRetry()
    }}
  >
    Carregar de novo
  </Button>
)

/** A widget that comes back takes the focus, since the button that brought it back is gone. */
const useFocusOnReturn = (section: RefObject<HTMLElement | null>, closed: boolean) => {
  const wasClosed = useRef(closed)
  useEffect(() => {
    if (wasClosed.current && !closed) section.current?.focus()
    wasClosed.current = closed
  }, [section, closed])
}
