import type { ReactNode } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { Icon } from '../icons/icon.tsx'
import { useUiText } from '../language/ui-language.ts'
import { kindIcons, type AlertKind } from './kind-icons.ts'

export interface AlertProps {
  kind: AlertKind
  children: ReactNode
  /** For the close button, which is absent without it. */
  onDismiss?: () => void
}

/** `danger` and `warning` are announced at once, other kinds politely (P-ACCESS-9). */
export const Alert = ({ kind, children, onDismiss }: AlertProps) => {
  const text = useUiText()
  return (
    <div
      part="alert"
      className={`alert alert-${kind} ui-alert`}
      role={kind === 'danger' || kind === 'warning' ? 'alert' : 'status'}
    >
      <Icon name={kindIcons[kind]} size={20} />
      <div className="ui-alert__text">{children}</div>
      {onDismiss && <IconButton icon="x" label={text('close')} onClick={onDismiss} />}
    </div>
  )
}
