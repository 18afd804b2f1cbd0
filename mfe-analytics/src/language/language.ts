import type { AnalyticsLocale } from '@atalaia/contracts'
import type { CompiledMessage } from 'icu-minify/format'
import type { UiLanguage } from '@atalaia/ui'
import type { dashboard, embed } from './messages/pt-br.messages.ts'
import type { RefusalName } from './refusal.ts'
import type { Messages, Translate } from './translate.ts'

export type DashboardMessages = typeof dashboard
export type EmbedMessages = typeof embed

/** A language of the dashboard (P-LANG-1): its words, and the forms of its numbers and days. */
export type Language = {
  /** The language of its texts, which may be those of several regions. */
  readonly name: AnalyticsLocale
  /** BCP 47 tag, which `lang` has too. */
  readonly locale: string
  readonly t: Translate<DashboardMessages>
  /** A number with its thousands marked: '1.284'. `UNKNOWN` of the visual system for an unknown one. */
  readonly number: (value: number | undefined) => string
  /** A change with its sign: '+34'. */
  readonly change: (value: number) => string
  /** A change in percent with its sign, for whole numbers: '+12%'. */
  readonly percent: (value: number) => string
  /** The São Paulo day of an ISO date or moment: '21/11/2025'. `UNKNOWN` for any other text. */
  readonly date: (iso: string) => string
  /** The same in words, as `formatRelativeDay` of the visual system: 'há 3 dias · 18 nov.'. */
  readonly relativeDay: (iso: string) => string
  /** The month of an ISO date or month: 'outubro' for '2025-10'. */
  readonly month: (iso: string) => string
  /** Translates by the compiled messages of a page, with the numbers and plural forms of this language. */
  readonly translate: <Source extends Messages>(messages: {
    readonly [Name in keyof Source]: CompiledMessage
  }) => Translate<Source>
  /** Called with the reason why the messages of a page did not load. */
  readonly onMissing?: (reason: unknown) => void
  /** The words for a refusal; `undefined` in Portuguese, which the server speaks itself. */
  readonly refusal: (name: RefusalName) => string | undefined
}

/** A language of the embed: of the dashboard, of the parts that it is made of, and of the embed's own texts. */
export type EmbedLanguage = Language & { readonly embed: Translate<EmbedMessages>; readonly ui: UiLanguage }
