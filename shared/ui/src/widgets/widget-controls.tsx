import { useState, type KeyboardEvent } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { Menu } from '../controls/menu.tsx'
import { Icon, type IconName } from '../icons/icon.tsx'
import { useUiText, type UiText } from '../language/ui-language.ts'

export type WidgetStatus = 'loading' | 'ready' | 'failed'
export type WidgetView = 'default' | 'collapsed' | 'fullscreen'

export interface WidgetControlsProps {
  bodyId: string
  view: WidgetView
  status: WidgetStatus
  onView: (view: WidgetView) => void
  onReload: (() => void) | undefined
  onClose: (() => void) | undefined
  collapsible: boolean
  fullscreenable: boolean
}

/**
 * The buttons of a widget, shown under the pointer and with the focus; on a screen without a pointer, one menu of them
 * (P-DASH-27). They are one Tab stop, and arrow keys move between them (P-ACCESS-13). A button keeps its place when its action is
 * reversed, so it keeps the focus (P-ACCESS-8).
 */
export const WidgetControls = (props: WidgetControlsProps) => {
  const text = useUiText()
  const [reached, setReached] = useState<string>()
  const actions = actionsOf(props, text)
  if (actions.length === 0) return null
  const stop = actions.find(({ id }) => id === reached) ?? actions[0]
  return (
    <>
      <div className="ui-widget__controls" role="toolbar" tabIndex={-1} aria-label={text('more')} onKeyDown={moveFocus}>
        {actions.map(({ id, onSelect, collapsed, busy = false, ...button }) => (
          <IconButton
            key={id}
            className={`ui-widget__${id}`}
            tabIndex={id === stop?.id ? 0 : -1}
            onFocus={() => setReached(id)}
            {...button}
            {...(collapsed !== undefined && { 'aria-expanded': !collapsed, 'aria-controls': props.bodyId })}
            aria-disabled={busy || undefined}
            onClick={onSelect}
          />
        ))}
      </div>
      <Menu
        className="ui-widget__menu"
        label={text('more')}
        trigger={<Icon name="more" />}
        items={actions.map((action) => ({ ...action, kind: 'action' }))}
      />
    </>
  )
}

/** Moves the focus among the buttons of a toolbar, as the WAI-ARIA Authoring Practices have it. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === event.target)
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: buttons.length - 1,
  }
  const next = steps[event.key]
  if (next === undefined) return
  event.preventDefault()
  buttons[(next + buttons.length) % buttons.length]?.focus()
}

interface WidgetAction {
  id: string
  icon: IconName
  label: string
  onSelect: () => void
  /** For the show/hide action: the body is hidden. */
  collapsed?: boolean
  busy?: boolean
}

const actionsOf = (props: WidgetControlsProps, text: UiText): WidgetAction[] => {
  const { view, status, onView, onReload, onClose } = props
  const collapsed = view === 'collapsed'
  const full = view === 'fullscreen'
  const actions: (WidgetAction | false | undefined)[] = [
    onReload &&
      status !== 'failed' && {
        id: 'reload',
        icon: 'refresh',
        label: text('reload'),
        busy: status === 'loading',
        onSelect: () => status === 'ready' && onReload(),
      },
    props.collapsible &&
      !full && {
        id: 'collapse',
        icon: collapsed ? 'chevron-down' : 'minus',
        label: text(collapsed ? 'expand' : 'collapse'),
        collapsed,
        onSelect: () => onView(collapsed ? 'default' : 'collapsed'),
      },
    props.fullscreenable && {
      id: 'fullscreen',
      icon: full ? 'minimize' : 'maximize',
      label: text(full ? 'restore' : 'fullscreen'),
      onSelect: () => onView(full ? 'default' : 'fullscreen'),
    },
    onClose && !full && { id: 'close', icon: 'x', label: text('close'), onSelect: onClose },
  ]
  return actions.filter((action) => action !== false && action !== undefined)
}
