import type { AnalyticsLocale } from '@atalaia/contracts'
import { portugueseUi } from '@atalaia/ui'
import type { EmbedLanguage } from '../language/language.ts'
import { embed } from '../language/messages/pt-br.messages.ts'
import { portuguese, portugueseFormatters } from '../language/portuguese.ts'
import { createTranslate } from '../language/translate.ts'
import { messageOf } from './message-of.ts'
import type { EmbedLocale } from './read-attributes.ts'

/** Name for screen readers until dashboard and language have loaded. */
export const WAITING: Readonly<Record<AnalyticsLocale, string>> = {
  'pt-BR': 'Carregando o painel',
  en: 'Loading the dashboard',
  es: 'Cargando el panel',
}

const portugueseEmbed: EmbedLanguage = {
  ...portuguese,
  embed: createTranslate(portuguese.locale, embed, portugueseFormatters),
  ui: portugueseUi,
}

type Loads = Readonly<
  Record<Exclude<AnalyticsLocale, 'pt-BR'>, () => Promise<{ createLanguage(locale: string): EmbedLanguage }>>
>
const LOADS: Loads = {
  en: () => import(/* webpackChunkName: "locale-en" */ '../language/english.ts'),
  es: () => import(/* webpackChunkName: "locale-es" */ '../language/spanish.ts'),
}

const notLoaded = (tag: string, error: unknown) => `locale="${tag}": the texts did not load: ${messageOf(error)}`

export type LanguagesOptions = {
  readonly onChange: () => void
  readonly onWarning: (warning: string) => void
  readonly loads?: Loads
}

export type Languages = {
  current(): EmbedLanguage | undefined
  /**
   * Loads a language; resolves once loaded, never rejects. Meanwhile, and after a failure, the
   * earlier language stays; without one, Portuguese (M-EMBED-39). The next call tries again.
   */
  want(locale: EmbedLocale): Promise<void>
}

export const createLanguages = ({ onChange, onWarning, loads = LOADS }: LanguagesOptions): Languages => {
  let shown: EmbedLanguage | undefined
  let wanted = ''

  const load = async (name: keyof Loads, tag: string): Promise<EmbedLanguage> => {
    try {
      const { createLanguage } = await loads[name]()
      return { ...createLanguage(tag), onMissing: (error) => onWarning(notLoaded(tag, error)) }
    } catch (error) {
      onWarning(notLoaded(tag, error))
      return shown ?? portugueseEmbed
    }
  }
  return {
    current: () => shown,
    want: async ({ name, tag }) => {
      wanted = tag
      if (shown?.locale === tag) return
      const next = name === 'pt-BR' ? portugueseEmbed : await load(name, tag)
      // Another one may have been asked for meanwhile.
      if (wanted !== tag || next === shown) return
      shown = next
      onChange()
    },
  }
}
