import { Icon, type IconName } from '@atalaia/ui'
import type { ReactNode } from 'react'
import './badge.css'

type BadgeProps = {
  readonly tone?: string | undefined
  readonly icon: IconName
  readonly children: ReactNode
}

export const Badge = ({ tone = '', icon, children }: BadgeProps) => (
  <span className={`analytics-badge ${tone}`}>
    <Icon name={icon} />
    {children}
  </span>
)
