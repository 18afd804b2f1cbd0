import { Icon, type IconName } from '@atalaia/ui'
import type { ReactNode } from 'react'
import './badge.css'

type BadgeProps = {
  /** A class with its colours. Default: muted. */
  readonly tone?: string | undefined
  readonly icon: IconName
  readonly children: ReactNode
}

/** A short fact in a frame: a sign and a few words. */
export const Badge = ({ tone = '', icon, children }: BadgeProps) => (
  <span className={`analytics-badge ${tone}`}>
    <Icon name={icon} />
    {children}
  </span>
)
