import { type Queryable, sql } from '@atalaia/database'

// A session that ends by itself leaves its browser with its pushes: nobody is signed in for longer than some days
// (M-PUSH-5).

const ofSession = (sessionId: string) => sql`DELETE FROM push_subscription AS browser USING session
  WHERE session.id = ${sessionId}::uuid AND browser.account_id = session.account_id
    AND (browser.session_id = session.id OR (browser.session_id IS NULL AND browser.device = session.device))`

export const endPushesOf = async (database: Queryable, sessionId: string): Promise<void> => {
  await database.execute(ofSession(sessionId))
}

export const endPushesBut = async (database: Queryable, accountId: string, except: string | null): Promise<void> => {
  await database.execute(
    sql`DELETE FROM push_subscription WHERE account_id = ${accountId}::uuid AND session_id IS DISTINCT FROM ${except}::uuid`,
  )
}
