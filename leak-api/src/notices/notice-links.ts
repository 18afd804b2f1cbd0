import { createHash, randomBytes } from 'node:crypto'
import { LIFETIMES } from '@atalaia/contracts'
import { type Queryable, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { HOUR_MS } from '../base/clock.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

export type NoticeLink = { readonly token: string; readonly expiresAt: Date }

/** Older links of the notice stay valid. */
export const createNoticeLink = async (tx: Queryable, noticeId: string, now: Date): Promise<NoticeLink> => {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + LIFETIMES.notice.hours * HOUR_MS)
  await tx.execute(
    sql`INSERT INTO notice_link (token_hash, notice_id, expires_at)
      VALUES (decode(${hashOf(token)}, 'hex'), ${noticeId}::uuid, ${expiresAt.toISOString()})`,
  )
  await tx.execute(sql`UPDATE notice SET expires_at = ${expiresAt.toISOString()} WHERE id = ${noticeId}::uuid`)
  return { token, expiresAt }
}

/** The id of the notice; `undefined`: the link is unknown or has ended. */
export const findNoticeOf = async (on: Queryable, token: string, now: Date): Promise<string | undefined> => {
  const [found] = await on.query(
    object({ id: string() }),
    sql`SELECT notice_id::text AS id FROM notice_link
      WHERE token_hash = decode(${hashOf(token)}, 'hex') AND expires_at > ${now.toISOString()}`,
  )
  return found?.id
}
