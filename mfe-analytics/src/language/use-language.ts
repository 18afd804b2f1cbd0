import { createContext, useContext } from 'react'
import type { Language } from './language.ts'
import { portuguese } from './portuguese.ts'

/** Default: {@link portuguese}. */
export const LanguageContext = createContext(portuguese)

export const useLanguage = (): Language => useContext(LanguageContext)

/** A title, and the Portuguese title as its stable name: browsers remember closed widgets by it. */
export const useWidgetTitle = (
  titleIn: (t: Language['t']) => string,
): { readonly title: string; readonly name: string } => ({
  title: titleIn(useLanguage().t),
  name: titleIn(portuguese.t),
})
