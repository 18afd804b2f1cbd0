import type { NoticeLanguage } from '@atalaia/contracts/notices'
import { en } from './page-words.en.ts'
import { es } from './page-words.es.ts'
import { pt, type PageWords } from './page-words.pt.ts'

export const PAGE_WORDS: Readonly<Record<NoticeLanguage, PageWords>> = { pt, en, es }
