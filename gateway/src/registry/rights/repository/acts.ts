import { type Queryable, sql } from '@atalaia/database'
import { actRow, exchangeRow, type ActRow, type ExchangeRow } from '../rows.ts'

export type NewAct = Pick<ActRow, 'act' | 'who' | 'about' | 'detail'>

/** Keeps an act, in its transaction (M-RIGHT-2). */
export const recordAct = (tx: Queryable, { act, who, about, detail }: NewAct): Promise<number> =>
  tx.execute(
    sql`INSERT INTO gateway.right_act (act, who, about, detail) VALUES (${act}, ${who}, ${about}, ${detail.slice(0, 1000)})`,
  )

export const listActs = (db: Queryable): Promise<ActRow[]> =>
  db.query(
    actRow,
    sql`SELECT id, to_json(at) #>> '{}' AS at, act, who, about, detail FROM gateway.right_act ORDER BY id DESC LIMIT 500`,
  )

/**
 * Counts exchanged and refused tokens. Remotes without publishers share one count. Counts live for
 * 90 days.
 */
export const countExchange = async (db: Queryable, remote: string, outcome: string): Promise<void> => {
  await db.execute(
    sql`INSERT INTO gateway.exchange_count (day, remote, outcome, count)
     VALUES ((now() AT TIME ZONE 'UTC')::date,
       CASE WHEN EXISTS (SELECT 1 FROM gateway.publisher WHERE remote = ${remote}) THEN ${remote} ELSE '' END, ${outcome}, 1)
     ON CONFLICT (day, remote, outcome) DO UPDATE SET count = gateway.exchange_count.count + 1, last_at = now()`,
  )
  await db.execute(sql`DELETE FROM gateway.exchange_count WHERE day < (now() AT TIME ZONE 'UTC')::date - 90`)
}

export const listExchanges = (db: Queryable): Promise<ExchangeRow[]> =>
  db.query(
    exchangeRow,
    sql`SELECT day::text AS day, remote, outcome, count FROM gateway.exchange_count ORDER BY day DESC, remote, outcome LIMIT 500`,
  )
