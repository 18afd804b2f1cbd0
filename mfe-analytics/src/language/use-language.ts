import { createContext, useContext } from 'react'
import type { Language } from './language.ts'
import { portuguese } from './portuguese.ts'

/** The language of what stands below. Default: {@link portuguese}. */
export const LanguageContext = createContext(portuguese)

export const useLanguage = (): Language => useContext(LanguageContext)
