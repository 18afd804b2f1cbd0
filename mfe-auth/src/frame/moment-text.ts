import { TIME_ZONE } from '@atalaia/contracts'
import { formatRelativeDay } from '@atalaia/ui'

const timeOf = (instant: string) =>
  new Date(instant).toLocaleTimeString('pt-BR', { timeZone: TIME_ZONE, hour: '2-digit', minute: '2-digit' })

export const momentText = (instant: string): string => `${formatRelativeDay(instant)}, ${timeOf(instant)}`
