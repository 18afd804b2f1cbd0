import { ALERT_LEVELS } from '@atalaia/contracts/alerts'
import type { Queryable } from '@atalaia/database'
import {
  array,
  enum as oneOf,
  maxLength,
  minLength,
  object,
  optional,
  regex,
  string,
  union,
  type infer as Infer,
} from 'zod/mini'
import { HOUR_MS } from '../clock.ts'
import { enqueueDelivery } from '../deliveries/delivery-queue.ts'

const text = string().check(minLength(1), maxLength(2000))
const link = string().check(regex(/^https?:\/\/\S{1,2000}$/))
const finding = object({ level: oneOf(ALERT_LEVELS), who: text, what: text, link })
const partSchema = union([
  text,
  object({ link, label: text }),
  object({ findings: array(finding).check(minLength(1), maxLength(10)) }),
  object({ items: array(text).check(minLength(1), maxLength(100)) }),
])

/** A paragraph, a link (`label` is its action), a table of leaks, or a list. Plain text, never HTML. */
export type MailPart = Infer<typeof partSchema>

const partsSchema = array(partSchema).check(minLength(1), maxLength(50))
const mailbox = string().check(regex(/^[^\s@]+@[^\s@]+$/), maxLength(254))

export const MAIL_LANGUAGES = ['pt', 'en', 'es'] as const

/** An organisation's letter to a person. `replyTo`: whom the person answers; absent: nobody. */
const letterSchema = object({
  language: oneOf(MAIL_LANGUAGES),
  from: string().check(regex(/^[^\r\n]{1,200}$/)),
  replyTo: optional(mailbox),
})
export type Letter = Infer<typeof letterSchema>

export const mailBodySchema = union([partsSchema, object({ ...letterSchema.shape, parts: partsSchema })])

/** The sender adds brand and footer. */
export type NewMail = {
  readonly to: string
  readonly kind: string
  /** One line, without the brand. */
  readonly subject: string
  readonly body: readonly MailPart[]
  readonly at: Date
  /** Default: from the brand, in Portuguese, without an answer. */
  readonly letter?: Letter
  /** Stops such mails by a bare POST (RFC 8058). Default: none. */
  readonly stop?: string
  /** Last attempt. Default: 48 hours after `at`. */
  readonly until?: Date
  /** A repeated key adds no mail, up to 30 days after the first was sent. Default: none. */
  readonly onceKey?: string
}

const DEFAULT_HOURS = 48
const newMailSchema = object({
  to: mailbox,
  kind: string().check(regex(/^[a-z][a-z0-9-]{1,40}$/)),
  subject: string().check(regex(/^[^\r\n]{1,200}$/)),
  body: partsSchema,
  letter: optional(letterSchema),
  stop: optional(string().check(regex(/^https?:\/\/[^\s<>,]{1,2000}$/))),
})

/**
 * Queues a mail, sent only after the transaction's commit, by one process within seconds. Retries
 * until `until`. False: its `onceKey` exists. Rejects a malformed mail.
 */
export const enqueueMail = async (database: Queryable, mail: NewMail): Promise<boolean> => {
  const { to, kind, subject, body, letter, stop } = newMailSchema.parse(mail)
  const until = mail.until ?? new Date(mail.at.getTime() + DEFAULT_HOURS * HOUR_MS)
  return enqueueDelivery(database, {
    channel: 'mail',
    to,
    kind,
    subject,
    body: JSON.stringify(letter ? { ...letter, parts: body } : body),
    at: mail.at,
    until,
    onceKey: mail.onceKey,
    stop,
  })
}
