import type { ComponentPropsWithRef } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icons/icon.tsx'

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  icon: IconName
  /** The accessible name and the tooltip: what the button does. */
  label: string
}

/** A button without a visible text: 32 px a side, 44 px on touch screens. */
export const IconButton = ({ icon, label, className, ...rest }: IconButtonProps) => (
  <button type="button" title={label} {...rest} className={cx('ui-icon-button', className)} aria-label={label}>
    <Icon name={icon} />
  </button>
)
