import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icons/icon.tsx'

export interface EmptyStateProps {
  title: string
  /** `inbox` unless told. */
  icon?: IconName
  children?: ReactNode
  /** The way on. */
  action?: ReactNode
}

/** Says that there is nothing, why, and what to do next. */
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
