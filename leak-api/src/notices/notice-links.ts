import { createHash, randomBytes } from 'node:crypto'
import { LIFETIMES } from '@atalaia/contracts'
import { type Queryable, sql } from '@atalaia/database'
import { HOUR_MS } from '../base/clock.ts'

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

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
