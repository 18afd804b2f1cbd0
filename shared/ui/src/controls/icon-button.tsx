import type { ComponentPropsWithRef } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icons/icon.tsx'

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  icon: IconName
  /** Accessible name and tooltip. */
  label: string
}

/** Without visible text: 32 px, on touch screens 44 px. */
export const IconButton = ({ icon, label, className, ...rest }: IconButtonProps) => (
  <button type="button" title={label} {...rest} className={cx('ui-icon-button', className)} aria-label={label}>
    <Icon name={icon} />
  </button>
)
