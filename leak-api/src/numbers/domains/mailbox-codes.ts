import { createHash } from 'node:crypto'
import { type Queryable, sql } from '@atalaia/database'
import { boolean, object } from 'zod/mini'
import { DAY_MS, MINUTE_MS } from '../../base/clock.ts'
import { newCode, plainCode, spacedCode } from '../../base/codes.ts'
import { enqueueMail, type MailPart } from '../../base/mail/enqueue-mail.ts'

const MAX_ATTEMPTS = 5
const LIFETIME_MS = DAY_MS
const PAUSE_MS = 10 * MINUTE_MS

export type CodePurpose = 'address' | 'domain'

export type CodeMail = {
  readonly purpose: CodePurpose
  readonly organisationId: string
  readonly mailbox: string
  readonly subject: string
  readonly body: readonly MailPart[]
  readonly at: Date
}

export type GivenCode = {
  readonly purpose: CodePurpose
  readonly organisationId: string
  readonly mailbox: string
  readonly code: string
  readonly at: Date
}

/** A code for an address proves no domain. */
const hashOf = (code: string, purpose: CodePurpose) =>
  createHash('sha256')
    .update(purpose === 'domain' ? 'domain ' : '')
    .update(plainCode(code))
    .digest('hex')

export const createMailboxCodes = (database: Queryable) => ({
  /** Ends an older code. In a transaction. `false`: a code was sent just now. */
  send: async ({ purpose, organisationId, mailbox, subject, body, at }: CodeMail): Promise<boolean> => {
    const code = newCode()
    const later = (ms: number) => new Date(at.getTime() + ms)
    const written = await database.execute(
      sql`INSERT INTO mailbox_code AS known (organisation_id, mailbox, code_hash, sent_at, expires_at)
       VALUES (${organisationId}, ${mailbox}, decode(${hashOf(code, purpose)}, 'hex'), ${at.toISOString()}, ${later(LIFETIME_MS).toISOString()})
       ON CONFLICT (organisation_id, mailbox) DO UPDATE
         SET code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at, attempts = 0
         WHERE known.sent_at <= ${later(-PAUSE_MS).toISOString()}`,
    )
    if (written === 0) return false
    await enqueueMail(database, {
      to: mailbox,
      kind: 'mailbox-code',
      subject,
      body: [
        ...body,
        `Código: ${spacedCode(code)}`,
        'O código vale por 24 horas. Se ninguém aí o pediu, ignore esta mensagem.',
      ],
      at,
      until: later(LIFETIME_MS),
    })
    return true
  },
  /** Each code works once; five wrong attempts end it. */
  redeem: async ({ purpose, organisationId, mailbox, code, at }: GivenCode): Promise<boolean> => {
    const [tried] = await database.query(
      object({ isRight: boolean() }),
      sql`UPDATE mailbox_code SET attempts = attempts + 1
       WHERE organisation_id = ${organisationId} AND mailbox = ${mailbox} AND expires_at > ${at.toISOString()} AND attempts < ${sql.lit(MAX_ATTEMPTS)}
       RETURNING code_hash = decode(${hashOf(code, purpose)}, 'hex') AS "isRight"`,
    )
    if (tried?.isRight !== true) return false
    await database.execute(
      sql`DELETE FROM mailbox_code WHERE organisation_id = ${organisationId} AND mailbox = ${mailbox}`,
    )
    return true
  },
})
