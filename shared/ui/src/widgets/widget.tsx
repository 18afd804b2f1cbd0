import {
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { Button } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { Skeleton } from '../feedback/skeleton.tsx'
import { Icon } from '../icons/icon.tsx'
import { useUiText } from '../language/ui-language.ts'
import { BoardContext } from './board-context.ts'
import { useFullscreen } from './use-fullscreen.ts'
import { WidgetControls, type WidgetStatus, type WidgetView } from './widget-controls.tsx'

export interface WidgetProps {
  title: string
  /** Name on the board. Default: the title. */
  name?: string | undefined
  /** Default: `ready`. `loading` shows the skeleton; `failed` adds a reload button. */
  status?: WidgetStatus
  /** Replaces the children while loading. Default: three lines. */
  skeleton?: ReactNode
  /** For 'Carregar de novo', which is absent without it. */
  onReload?: () => void
  /** Default: true. Only on a {@link WidgetBoard}. */
  closable?: boolean
  /** Replaces closing: the caller removes the widget. */
  onClose?: () => void
  collapsible?: boolean
  fullscreenable?: boolean
  /** Prevents closing and enlarging. Default: false. */
  locked?: boolean
  initiallyCollapsed?: boolean
  children: ReactNode
  className?: string
}

/**
 * Titled region: open, collapsed, full screen (Escape leaves) or closed (P-DASH-22). Shows its
 * skeleton while loading (P-DASH-8).
 */
export const Widget = ({ title, status = 'ready', locked = false, children, ...props }: WidgetProps) => {
  const id = useId()
  const text = useUiText()
  const name = props.name ?? title
  const board = useContext(BoardContext)
  const section = useRef<HTMLElement>(null)
  const [view, setView] = useState<WidgetView>(props.initiallyCollapsed ? 'collapsed' : 'default')
  const closed = board?.closed.includes(name) ?? false

  useFullscreen(
    section,
    view === 'fullscreen',
    useCallback(() => setView('default'), []),
  )
  useFocusOnReturn(section, closed)
  const closeOnBoard = board ? () => board.close(name) : undefined
  const offer = board?.offer
  // Before the page is painted: a widget that is closed from the start moves nothing.
  useLayoutEffect(() => (closed ? offer?.({ name, title }) : undefined), [closed, offer, name, title])

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
          <span className="ui-widget__lock" title={text('locked')}>
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

/** Disappears when used, so the widget takes the focus (P-DASH-12). */
const Retry = ({ widget, onRetry }: { widget: RefObject<HTMLElement | null>; onRetry: () => void }) => {
  const text = useUiText()
  return (
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
      {text('reload')}
    </Button>
  )
}

/** The reopening button is gone. */
const useFocusOnReturn = (section: RefObject<HTMLElement | null>, closed: boolean) => {
  const wasClosed = useRef(closed)
  useEffect(() => {
    if (wasClosed.current && !closed) section.current?.focus()
    wasClosed.current = closed
  }, [section, closed])
}
