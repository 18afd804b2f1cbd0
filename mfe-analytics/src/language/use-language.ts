import { createContext, useContext } from 'react'
import type { Language } from './language.ts'
import { portuguese } from './portuguese.ts'

/** The language of what stands below. Default: {@link portuguese}. */
export const LanguageContext = createContext(portuguese)

export const useLanguage = (): Language => useContext(LanguageContext)

/**
 * The title of a widget, and its name on the board, by which browsers remember closed ones: the Portuguese title, whatever
 * the language.
 */
export const useWidgetTitle = (
  titleIn: (t: Language['t']) => string,
): { readonly title: string; readonly name: string } => ({
  title: titleIn(useLanguage().t),
  name: titleIn(portuguese.t),
})
