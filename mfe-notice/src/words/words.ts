import { LANGUAGE_TAGS } from '@atalaia/contracts/notice-texts'
import { NOTICE_LANGUAGES, type NoticeLanguage } from '@atalaia/contracts/notices'
import { en } from './en.ts'
import { es } from './es.ts'
import { pt, type NoticeWords } from './pt.ts'

export type { NoticeWords }

export const WORDS: Readonly<Record<NoticeLanguage, NoticeWords>> = { pt, en, es }

/** The first known language of the browser, until the notice tells its own. */
export const browserLanguage = (preferred: readonly string[]): NoticeLanguage => {
  const wanted = preferred.map((tag) => tag.slice(0, 2).toLowerCase())
  return NOTICE_LANGUAGES.find((language) => language === wanted[0]) ?? (wanted[0] === undefined ? 'pt' : 'en')
}

/** `YYYY-MM-DD` names a day, anything else an instant. */
export const longDay = (language: NoticeLanguage, day: string): string =>
  new Intl.DateTimeFormat(LANGUAGE_TAGS[language], {
    dateStyle: 'long',
    ...(/^\d{4}-\d\d-\d\d$/.test(day) && { timeZone: 'UTC' }),
  }).format(new Date(day))

/** Words of a code; an unknown code is shown unchanged. */
export const wordsOf = (known: Readonly<Record<string, string>>, code: string): string =>
  (Object.hasOwn(known, code) ? known[code] : undefined) ?? code
