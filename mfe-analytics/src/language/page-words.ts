import type { AnalyticsLocale } from '@atalaia/contracts'
import type { CompiledMessage } from 'icu-minify/format'
import { use } from 'react'
import type { Language } from './language.ts'
import { portuguese } from './portuguese.ts'
import type { Messages, Translate, TranslationOf } from './translate.ts'
import { LanguageContext } from './use-language.ts'

export type PageWords<Source extends Messages> = Omit<Language, 't'> & { readonly t: Translate<Source> }

type Compiled<Source extends Messages> = { readonly [Name in keyof Source]: CompiledMessage }

type Load<Source extends Messages> = () => Promise<TranslationOf<Source>>

/** Portuguese is in the page's chunk; other languages only for pages that embeds show. */
export type PageMessages<Source extends Messages> = Readonly<
  Partial<Record<Exclude<AnalyticsLocale, 'pt-BR'>, Load<Source>>>
> & { readonly 'pt-BR': Source }

/**
 * Creates a page's hook. Except in Portuguese, callers suspend until the messages load once; after
 * a failure, the words are Portuguese.
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
