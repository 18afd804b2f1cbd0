import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icons/icon.tsx'

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** Default: `secondary`. A view has one `primary` action. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger'
  /** Ignores clicks, also for forms, and keeps the focus. */
  busy?: boolean
  /** Replaces the children while busy. */
  busyLabel?: string
  icon?: IconName
  /** Fills the width of its container. */
  block?: boolean
  size?: 'small' | 'medium'
}

const ignore = (event: MouseEvent) => event.preventDefault()

/** A button. Default `type`: `button`. */
export const Button = ({
  variant = 'secondary',
  busy = false,
  busyLabel,
  icon,
  block,
  size,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    part="button"
    {...rest}
    className={cx(
      'btn',
      `btn-${variant}`,
      'ui-button',
      size === 'small' && 'btn-sm',
      block && 'ui-button--block',
      className,
    )}
    aria-disabled={busy || rest['aria-disabled']}
    aria-busy={busy || undefined}
    onClick={busy ? ignore : onClick}
  >
    {busy ? <span className="ui-spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
    <span className="ui-button__label">{(busy && busyLabel) || children}</span>
  </button>
)
