import type { IconName } from '../icons/icon.tsx'

export type AlertKind = 'success' | 'info' | 'warning' | 'danger'

/** The sign that goes with each kind of message, so that its colour never speaks alone. */
export const kindIcons: Record<AlertKind, IconName> = {
  success: 'check-circle',
  info: 'info',
  warning: 'alert-triangle',
  danger: 'alert-circle',
}
