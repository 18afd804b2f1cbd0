import { IconButton } from '../controls/icon-button.tsx'

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

/** The buttons in a widget's head. A button keeps its place when its action is reversed, so it keeps the focus. */
export const WidgetControls = (props: WidgetControlsProps) => {
  const { bodyId, view, status, onView, onReload, onClose } = props
  return (
    <div className="ui-widget__controls">
      {onReload && status !== 'failed' && (
        <IconButton
          className="ui-widget__reload"
          icon="refresh"
          label="Carregar de novo"
          aria-disabled={status === 'loading'}
          onClick={() => status === 'ready' && onReload()}
        />
      )}
      {props.collapsible && view !== 'fullscreen' && (
        <IconButton
          icon={view === 'collapsed' ? 'chevron-down' : 'minus'}
          label={view === 'collapsed' ? 'Expandir' : 'Recolher'}
          aria-expanded={view !== 'collapsed'}
          aria-controls={bodyId}
          onClick={() => onView(view === 'collapsed' ? 'default' : 'collapsed')}
        />
      )}
      {props.fullscreenable && (
        <IconButton
          icon={view === 'fullscreen' ? 'minimize' : 'maximize'}
          label={view === 'fullscreen' ? 'Restaurar' : 'Tela cheia'}
          onClick={() => onView(view === 'fullscreen' ? 'default' : 'fullscreen')}
        />
      )}
      {onClose && view !== 'fullscreen' && <IconButton icon="x" label="Fechar" onClick={onClose} />}
    </div>
  )
}
