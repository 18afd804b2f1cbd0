import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { migrate, openPostgres, sql, type Database, type Sql } from '@atalaia/database'
import { newMigrations } from '@atalaia/database/testing/migration-folder'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { MIGRATIONS } from '../store/store.ts'
import { createDeliveryQueue } from './delivery-queue.ts'

const IT = '0074-deliveries.sql'
const NOW = new Date('2026-11-28T12:00:00Z')
const LEASE = new Date('2026-11-28T12:10:00Z')
const [ACCOUNT, BROWSER, HOOK, KEY, MAIL, PUSH, CALL, DEAD] = Array.from({ length: 8 }, () => randomUUID())
const countSchema = object({ rows: int() })

const WAITING = `
  INSERT INTO organisation (id, created_at) OVERRIDING SYSTEM VALUE VALUES (7, now());
  INSERT INTO account (id, email, password_hash, organisation_id, created_at) VALUES ('${ACCOUNT}', 'ana@acme.com', '', 7, now());
  INSERT INTO membership (account_id, organisation_id, role, since) VALUES ('${ACCOUNT}', 7, 'owner', now());
  INSERT INTO push_subscription (id, account_id, organisation_id, device, endpoint_hash, target, created_at)
    VALUES ('${BROWSER}', '${ACCOUNT}', 7, 'd', '', '', now());
  INSERT INTO webhook (id, organisation_id, name, template, least, address, secret, created_at, run_id)
    VALUES ('${HOOK}', 7, 'w', 'atalaia', 'baixa', '', '', now(), 0);
  INSERT INTO api_key (id, organisation_id, name, key_hash, beginning, scopes, created_at)
    VALUES ('${KEY}', 7, 'k', '', 'k', 'findings:read', now());
  INSERT INTO siem (key_id, feed, host, port, cursor, due_at, failures, last_failure)
    VALUES ('${KEY}', 'findings', 'h', 6514, 41, '2026-11-28T11:00Z', 3, 'EAWAY');
  INSERT INTO mail (id, kind, recipient, subject, body, added_at, due_at, expires_at, attempts)
    VALUES ('${MAIL}', 'm', 'ana@acme.com', 's', 'words', '2026-11-28', '2026-11-28T11:00Z', '2026-11-30', 2);
  INSERT INTO mail (id, kind, subscription_id, subject, body, added_at, due_at, expires_at)
    VALUES ('${PUSH}', 'p', '${BROWSER}', 's', 'words', '2026-11-28', '2026-11-28T11:00Z', '2026-11-30');
  INSERT INTO webhook_delivery (id, webhook_id, kind, body, added_at, due_at, expires_at, attempts)
    VALUES ('${CALL}', '${HOOK}', 'ping', 'words', '2026-11-28', '2026-11-28T11:00Z', '2026-11-30', 1);
  INSERT INTO webhook_delivery (id, webhook_id, kind, body, added_at, due_at, expires_at, attempts, ended_at, outcome)
    VALUES ('${DEAD}', '${HOOK}', 'findings', 'words', '2026-11-27', '2026-11-27', '2026-11-27', 9, '2026-11-27', 'dead')`

const takenSchema = object({ id: string(), attempts: int() })
type Taken = Infer<typeof takenSchema>
const [AT, UNTIL] = [sql`${NOW.toISOString()}`, sql`${LEASE.toISOString()}`]

const OLD = {
  takeMail: (now: Sql, lease: Sql) => sql`UPDATE mail SET due_at = ${lease}, attempts = attempts + 1
    WHERE id = (SELECT id FROM mail WHERE ended_at IS NULL AND due_at <= ${now} AND expires_at > ${now} AND subscription_id IS NULL
                ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id::text, attempts`,
  endMail: (taken: Taken | undefined, now: Sql) => sql`UPDATE mail SET ended_at = ${now}, outcome = 'sent', body = NULL
    WHERE id = ${taken?.id} AND attempts = ${taken?.attempts} AND ended_at IS NULL`,
  addMail: (
    now: Sql,
  ) => sql`INSERT INTO mail (kind, recipient, subject, body, once_key, added_at, due_at, expires_at, stop_link)
    VALUES ('m', 'rui@acme.com', 's', 'words', 'once', ${now}, ${now}, '2026-11-30', NULL) ON CONFLICT (once_key) DO NOTHING`,
  takeCall: (
    now: Sql,
    lease: Sql,
  ) => sql`UPDATE webhook_delivery SET attempts = attempts + 1, tried_at = ${now}, due_at = ${lease}
    FROM webhook WHERE webhook.id = webhook_id AND ended_at IS NULL AND webhook_delivery.due_at <= ${now}
    RETURNING webhook_delivery.id::text, attempts`,
  endCall: (
    taken: Taken | undefined,
    now: Sql,
  ) => sql`UPDATE webhook_delivery SET outcome = 'delivered', ended_at = ${now}, last_status = 200, body = NULL
    WHERE id = ${taken?.id}::uuid AND attempts = ${taken?.attempts} AND ended_at IS NULL`,
} as const

const takeAll = async (database: Database) => {
  const receivers = [
    { name: 'mail' },
    { name: 'push' },
    { name: 'webhook', turns: { table: 'webhook', key: 'id' } },
    { name: 'siem', turns: { table: 'siem', key: 'key_id' } },
  ] as const
  const found: string[] = []
  for (const each of receivers)
    for (let taken; (taken = await createDeliveryQueue(database, each).take(NOW, LEASE)) !== undefined;)
      found.push(`${each.name} ${taken.id} ${taken.to} ${taken.attempts}`)
  return found
}

let database: Database
beforeEach(async () => {
  database = await openPostgres(await createTestDatabase())
  const names = readdirSync(MIGRATIONS.folder).filter((name) => name.endsWith('.sql') && name < IT)
  const before = names.map((name) => [name, readFileSync(new URL(name, MIGRATIONS.folder), 'utf8')])
  await migrate(database, newMigrations(Object.fromEntries(before)))
  await database.script(WAITING)
})
afterEach(() => database.close())

// Rule: M-SCHEMA-6, M-DELIVERY-1
test('what waits in the queues of the last release is in the one queue, each once, with its id and its attempts', async () => {
  await migrate(database, MIGRATIONS)
  expect(await takeAll(database)).toEqual([
    `mail ${MAIL} ana@acme.com 3`,
    `push ${PUSH} ${BROWSER} 1`,
    `webhook ${CALL} ${HOOK} 2`,
    `siem ${KEY} ${KEY} 4`,
  ])
  expect(await takeAll(database)).toEqual([])
  const given = object({ outcome: nullable(string()), body: nullable(string()) })
  expect(await database.query(given, sql`SELECT outcome, body FROM delivery WHERE id = ${DEAD}`)).toEqual([
    { outcome: 'expired', body: 'words' },
  ])
})

// Rule: M-SCHEMA-6, M-DELIVERY-1
test('a server of the last release ends what it is sending, and nobody sends it a second time', async () => {
  const [mail] = await database.query(takenSchema, OLD.takeMail(AT, UNTIL))
  const [call] = await database.query(takenSchema, OLD.takeCall(AT, UNTIL))
  await migrate(database, MIGRATIONS)
  expect(await takeAll(database)).toEqual([`push ${PUSH} ${BROWSER} 1`, `siem ${KEY} ${KEY} 4`])
  expect(await database.execute(OLD.endMail(mail, AT))).toBe(1)
  expect(await database.execute(OLD.endCall(call, AT))).toBe(1)
  const sent = sql`SELECT count(*)::int AS rows FROM delivery WHERE outcome = 'sent' AND body IS NULL`
  expect(await database.query(countSchema, sent)).toEqual([{ rows: 2 }])
})

// Rule: M-SCHEMA-6, M-DELIVERY-1
test('a server of the last release adds to the one queue, and takes from it what no other has', async () => {
  await migrate(database, MIGRATIONS)
  expect(await database.execute(OLD.addMail(AT))).toBe(1)
  expect(await database.execute(OLD.addMail(AT))).toBe(0)
  expect(await database.query(takenSchema, OLD.takeMail(AT, UNTIL))).toEqual([{ id: MAIL, attempts: 3 }])
  expect(await database.query(takenSchema, OLD.takeCall(AT, UNTIL))).toEqual([{ id: CALL, attempts: 2 }])
  const words = await database.query(
    object({ outcome: string() }),
    sql`SELECT DISTINCT outcome FROM webhook_delivery WHERE ended_at IS NOT NULL`,
  )
  expect(words).toEqual([{ outcome: 'dead' }])
  const another = randomUUID()
  await database.script(`
    INSERT INTO api_key (id, organisation_id, name, key_hash, beginning, scopes, created_at)
      VALUES ('${another}', 7, 'k', '\\x01', 'k', 'audit:read', now());
    INSERT INTO siem (key_id, feed, host, port, cursor, due_at) VALUES ('${another}', 'audit', 'h', 1, 0, '2026-11-28T11:00Z')`)
  const found = await takeAll(database)
  expect(found.filter((each) => each.startsWith('mail '))).toHaveLength(1)
  expect(found).toContain(`siem ${another} ${another} 1`)
  expect(found.some((each) => each.startsWith('webhook '))).toBe(false)
})
