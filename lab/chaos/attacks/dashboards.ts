import { sql } from '@atalaia/database'
import { Agent } from 'node:http'
import { createHmac } from 'node:crypto'
import { object, string } from 'zod/mini'
import type { Attack } from '../attack.ts'
import { addressIn, send } from '../http.ts'
import type { Stage } from '../stage.ts'

const DASHBOARDS = 2000
const NETWORK = 21
const CALLS = ['clientes/me/analises', 'emails', 'dashboard/resumo'] as const
const accountSchema = object({ id: string(), email: string() })

const SETUP = sql`
  WITH made AS (INSERT INTO organisation (created_at) SELECT now() FROM generate_series(1, ${sql.lit(DASHBOARDS)}) RETURNING id),
    monitored AS (
      INSERT INTO monitored_address (organisation_id, address, added_at, leaks, passwords)
      SELECT id, 'p' || n || '@o' || id || '.example', now(), 3, 1 FROM made, generate_series(1, 20) AS n
    ),
    person AS (
      INSERT INTO account (organisation_id, email, password_hash, created_at)
      SELECT id, 'p@o' || id || '.example', 'none', now() FROM made RETURNING *
    )
  INSERT INTO membership (account_id, organisation_id, role, since) SELECT id, organisation_id, 'owner', now() FROM person`

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const tokenOf = ({ id, email }: { readonly id: string; readonly email: string }, key: Buffer): string => {
  const now = Math.floor(Date.now() / 1000)
  const claims = { uid: id, sub: email, aud: 'leak-api', iat: now, exp: now + 3600 }
  const text = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url(claims)}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

const openAll = async ({ url, database, tokenKey }: Stage): Promise<readonly string[]> => {
  await database.execute(SETUP)
  const accounts = await database.query(
    accountSchema,
    sql`SELECT id::text, email FROM account WHERE email LIKE 'p@o%' ORDER BY id LIMIT ${sql.lit(DASHBOARDS)}`,
  )
  const statuses = await Promise.all(
    accounts.map(async (account, at) => {
      const headers = { authorization: `Bearer ${tokenOf(account, tokenKey)}` }
      // As a browser: the calls of one page over connections of its own, which it keeps.
      const agent = new Agent({ keepAlive: true, maxSockets: CALLS.length })
      const from = addressIn(NETWORK, at)
      const answers = await Promise.all(CALLS.map((call) => send({ url: `${url}/api/${call}`, headers, from, agent })))
      agent.destroy()
      return answers.map(({ status }) => status)
    }),
  )
  const failed = statuses.flat().filter((status) => status !== 200)
  if (failed.length === 0) return []
  const kinds = [...new Set(failed)].map((status) => `${failed.filter((one) => one === status).length} × ${status}`)
  return [`${failed.length} of ${DASHBOARDS * CALLS.length} calls of the dashboards failed (${kinds.join(', ')})`]
}

export const dashboards: Attack = {
  name: 'dashboards-2000',
  what: `${DASHBOARDS} people of as many organisations open their dashboards at once`,
  short: false,
  health: 'ready',
  pages: 'served',
  api: 'slow',
  attack: openAll,
}
