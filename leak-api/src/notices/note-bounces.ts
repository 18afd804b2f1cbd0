import { type Database, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import type { Clock } from '../base/clock.ts'
import { NEWEST_NOTICE_MAIL, NOTICE_KIND } from './notice-mail.ts'
import { createTellOfNotice } from './tell-of-notice.ts'

export type BounceParts = { readonly database: Database; readonly origin: string; readonly clock: Clock }

/** The newest mails of notices that a mail server refused, or that nobody took until their end. */
const BOUNCED = sql`FROM delivery
  JOIN notice ON delivery.once_key = ${NEWEST_NOTICE_MAIL}
  WHERE delivery.kind = ${sql.lit(NOTICE_KIND)} AND delivery.outcome IN ('refused', 'expired') AND notice.bounced_at IS NULL`

/** Marks notices whose mail reached nobody. Of several processes one does (P-NOTICE-25). */
export const noteBounces = async ({ database, origin, clock }: BounceParts): Promise<void> => {
  const tell = createTellOfNotice(origin)
  const found = await database.query(object({ id: string() }), sql`SELECT notice.id::text ${BOUNCED} LIMIT 500`)
  for (const { id: noticeId } of found)
    await database.transaction(async (tx) => {
      const at = clock()
      const [noted] = await tx.query(
        object({ organisationId: string() }),
        sql`UPDATE notice SET bounced_at = ${at.toISOString()} WHERE id = ${noticeId}::uuid AND bounced_at IS NULL
          RETURNING organisation_id::text AS "organisationId"`,
      )
      if (noted !== undefined) await tell(tx, { noticeId, ...noted, event: 'devolvido', at })
    })
}
