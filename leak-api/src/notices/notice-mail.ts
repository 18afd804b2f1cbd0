import { PRODUCT_ROUTES } from '@atalaia/contracts'
import type { NoticeLanguage } from '@atalaia/contracts/notices'
import { sql } from '@atalaia/database'
import type { NewMail } from '../base/mail/enqueue-mail.ts'
import { NOTICE_WORDS, paragraphsOf } from './notice-words.ts'

export type NoticeMail = {
  readonly noticeId: string
  readonly to: string
  /** The organisation's name, or `undefined`. */
  readonly from: string | undefined
  /** The sender's proved mailbox. `undefined`: it is gone. */
  readonly replyTo: string | undefined
  readonly language: NoticeLanguage
  readonly above: string
  readonly below: string
  /** 0: the notice itself. */
  readonly reminder: number
  readonly token: string
  readonly origin: string
  readonly apiUrl: string
  readonly at: Date
}

export const NOTICE_KIND = 'notice'

/** Identifies the mail of a notice in the queue, as {@link NEWEST_NOTICE_MAIL} does in SQL. */
const noticeMailKey = (noticeId: string, reminder: number): string => `notice ${noticeId} ${reminder}`
export const NEWEST_NOTICE_MAIL = sql`'notice ' || notice.id || ' ' || notice.reminders`

export const nameOf = (from: string | undefined, language: NoticeLanguage): string =>
  from ?? NOTICE_WORDS[language].unnamed

/** Names no service and no data: these stand behind the link, whose token no log has (P-NOTICE-21). */
export const noticeMail = (mail: NoticeMail): NewMail => {
  const { noticeId, to, from, replyTo, language, above, below, reminder, token, origin, apiUrl, at } = mail
  const words = NOTICE_WORDS[language]
  return {
    to,
    kind: NOTICE_KIND,
    subject: reminder === 0 ? words.subject : words.reminder,
    body: [
      ...(reminder === 0 ? [] : [words.remind]),
      ...paragraphsOf(above),
      ...words.before,
      { label: words.open, link: `${origin}${PRODUCT_ROUTES.notice}#${token}` },
      { label: words.plain, link: `${apiUrl}/avisos/pagina?codigo=${token}` },
      ...words.after,
      ...paragraphsOf(below),
    ],
    letter: { language, from: nameOf(from, language), ...(replyTo !== undefined && { replyTo }) },
    at,
    onceKey: noticeMailKey(noticeId, reminder),
  }
}
