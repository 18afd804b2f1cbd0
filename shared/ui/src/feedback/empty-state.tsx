import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icons/icon.tsx'

export interface EmptyStateProps {
  title: string
  /** Default: `inbox`. */
  icon?: IconName
  children?: ReactNode
  /** Next step: a button or a link. */
  action?: ReactNode
}

/** Empty list: title, reason and next step. */
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
