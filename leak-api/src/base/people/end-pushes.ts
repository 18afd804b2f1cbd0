import { type Queryable, sql } from '@atalaia/database'

// A session that ends by itself leaves its browser with its pushes: nobody is signed in for longer than some days
// (M-PUSH-5).

/**
 * SQL: ends the pushes of the browser of a session, before somebody ends it. Where the browser's own session has ended by
 * itself, one of the same device counts as it.
 */
const ofSession = (sessionId: string) => sql`DELETE FROM push_subscription AS browser USING session
  WHERE session.id = ${sessionId}::uuid AND browser.account_id = session.account_id
    AND (browser.session_id = session.id OR (browser.session_id IS NULL AND browser.device = session.device))`

/** Ends the pushes of a session that somebody is about to end. */
export const endPushesOf = async (database: Queryable, sessionId: string): Promise<void> => {
  await database.execute(ofSession(sessionId))
}

/** Ends the pushes of an account whose sessions end, but for those of the session `except`. */
export const endPushesBut = async (database: Queryable, accountId: string, except: string | null): Promise<void> => {
  await database.execute(
    sql`DELETE FROM push_subscription WHERE account_id = ${accountId}::uuid AND session_id IS DISTINCT FROM ${except}::uuid`,
  )
}
