import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icons/icon.tsx'

export interface EmptyStateProps {
  title: string
  /** Default: `inbox`. */
  icon?: IconName
  children?: ReactNode
  /** The next step: a button or a link. */
  action?: ReactNode
}

/** The content of an empty list: its title, a reason and the next step. */
export const EmptyState = ({ title, icon = 'inbox', children, action }: EmptyStateProps) => (
  <div className="ui-state">
    <span className="ui-state__icon">
      <Icon name={icon} size={20} />
    </span>
    <p className="ui-state__title">{title}</p>
    {children && <div className="ui-state__text">{children}</div>}
    {action && <div className="ui-state__action">{action}</div>}
  </div>
)
