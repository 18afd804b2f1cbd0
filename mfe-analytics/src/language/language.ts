import type { AnalyticsLocale } from '@atalaia/contracts'
import type { CompiledMessage } from 'icu-minify/format'
import type { UiLanguage } from '@atalaia/ui'
import type { dashboard, embed } from './messages/pt-br.messages.ts'
import type { RefusalName } from './refusal.ts'
import type { Messages, Translate } from './translate.ts'

export type DashboardMessages = typeof dashboard
export type EmbedMessages = typeof embed

/** P-LANG-1 */
export type Language = {
  readonly name: AnalyticsLocale
  readonly locale: string
  readonly t: Translate<DashboardMessages>
  /** '1.284'. Unknown: `UNKNOWN` of the visual system. */
  readonly number: (value: number | undefined) => string
  /** '+34'. */
  readonly change: (value: number) => string
  /** '+12%', for whole numbers. */
  readonly percent: (value: number) => string
  /** São Paulo day of an ISO date or moment: '21/11/2025'. Other text: `UNKNOWN`. */
  readonly date: (iso: string) => string
  /** Like `formatRelativeDay`: 'há 3 dias · 18 nov.'. */
  readonly relativeDay: (iso: string) => string
  /** 'outubro' for '2025-10'. */
  readonly month: (iso: string) => string
  /** Translates with this language's numbers and plural forms. */
  readonly translate: <Source extends Messages>(messages: {
    readonly [Name in keyof Source]: CompiledMessage
  }) => Translate<Source>
  readonly onMissing?: (reason: unknown) => void
  /** `undefined` in Portuguese, the server's own language. */
  readonly refusal: (name: RefusalName) => string | undefined
}

export type EmbedLanguage = Language & { readonly embed: Translate<EmbedMessages>; readonly ui: UiLanguage }
