import type { ComponentPropsWithRef } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icons/icon.tsx'

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  icon: IconName
  /** What it does, in words: its accessible name and its tooltip. */
  label: string
}

/** A button where there is no room for words; 32 px a side, 44 px to the finger. */
export const IconButton = ({ icon, label, className, ...rest }: IconButtonProps) => (
  <button type="button" title={label} {...rest} className={cx('ui-icon-button', className)} aria-label={label}>
    <Icon name={icon} />
  </button>
)
