import { createIntlLanguage } from './intl-language.ts'
import type { EmbedLanguage } from './language.ts'
import { dashboard, embed, refusals, ui } from './messages/en.messages.ts'

export const createLanguage = (locale: string): EmbedLanguage =>
  createIntlLanguage('en', locale, { dashboard, embed, refusals, ui })
