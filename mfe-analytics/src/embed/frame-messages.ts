import type { AnalyticsLocale, TokenReason } from '@atalaia/contracts'

export const FRAME_PAGE = 'frame.html'

export const FRAME_TITLES: Readonly<Record<AnalyticsLocale, string>> = {
  'pt-BR': 'Vazamentos',
  en: 'Leaks',
  es: 'Filtraciones',
}

export type EventMessage = { readonly type: 'event'; readonly name: string; readonly detail: unknown }

export type MessageToPortal =
  | EventMessage
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'token-needed'; readonly id: number; readonly reason: TokenReason }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

export const recordIn = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})
