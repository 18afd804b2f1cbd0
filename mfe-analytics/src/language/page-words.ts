import type { AnalyticsLocale } from '@atalaia/contracts'
import type { CompiledMessage } from 'icu-minify/format'
import { use } from 'react'
import type { Language } from './language.ts'
import { portuguese } from './portuguese.ts'
import type { Messages, Translate, TranslationOf } from './translate.ts'
import { LanguageContext } from './use-language.ts'

/** A language with the messages of a page in the place of the dashboard's. */
export type PageWords<Source extends Messages> = Omit<Language, 't'> & { readonly t: Translate<Source> }

type Compiled<Source extends Messages> = { readonly [Name in keyof Source]: CompiledMessage }

/** Loads the messages of a page in another language. Those of all pages are one chunk: `pages-en`, `pages-es`. */
type Load<Source extends Messages> = () => Promise<TranslationOf<Source>>

/**
 * The messages of a page by language. The Portuguese ones are a part of the page's own chunk; a page that no embed shows has
 * no others.
 */
export type PageMessages<Source extends Messages> = Readonly<
  Partial<Record<Exclude<AnalyticsLocale, 'pt-BR'>, Load<Source>>>
> & { readonly 'pt-BR': Source }

/**
 * Creates the hook that gives a page its words. In another language than Portuguese, what calls it waits in its
 * `Suspense` for the messages, which load once; where they do not load, the words are Portuguese.
 */
export const createPageWords = <Source extends Messages>(messages: PageMessages<Source>): (() => PageWords<Source>) => {
  const loads = new Map<AnalyticsLocale, Promise<Compiled<Source> | undefined>>()
  const made = new WeakMap<Language, PageWords<Source>>()

  const load = async ({ name, onMissing }: Language): Promise<Compiled<Source> | undefined> => {
    try {
      return name === 'pt-BR' ? undefined : await messages[name]?.()
    } catch (error) {
      onMissing?.(error)
      return undefined
    }
  }
  const loaded = (language: Language) => {
    const known = loads.get(language.name)
    if (known) return known
    const begun = load(language)
    loads.set(language.name, begun)
    return begun
  }
  const wordsOf = (language: Language, texts: Compiled<Source>): PageWords<Source> => {
    const known = made.get(language)
    if (known) return known
    const words = { ...language, t: language.translate<Source>(texts) }
    made.set(language, words)
    return words
  }
  return () => {
    const language = use(LanguageContext)
    const texts = language.name === 'pt-BR' ? undefined : use(loaded(language))
    return texts ? wordsOf(language, texts) : wordsOf(portuguese, messages['pt-BR'])
  }
}
