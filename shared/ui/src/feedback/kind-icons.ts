import type { IconName } from '../icons/icon.tsx'

export type AlertKind = 'success' | 'info' | 'warning' | 'danger'

/** Icons, so that colour is never the only difference. */
export const kindIcons: Record<AlertKind, IconName> = {
  success: 'check-circle',
  info: 'info',
  warning: 'alert-triangle',
  danger: 'alert-circle',
}
