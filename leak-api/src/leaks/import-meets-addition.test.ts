import { type Database, sql, type Sql } from '@atalaia/database'
import { until } from '@atalaia/database/testing/until'
import { int, object } from 'zod/mini'
import { onPostgres } from '../../testing/each-database.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { waiting } from '../../testing/waiting.ts'

const ANA = 'ana@acme.com'

const meet = async <One, Other>(
  database: Database,
  held: Sql,
  [first, second]: readonly [() => PromiseLike<One>, () => PromiseLike<Other>],
): Promise<[One, Other]> => {
  const begun = await database.transaction(async (tx) => {
    await tx.execute(held)
    const one = Promise.resolve(first())
    await until('the first waits', async () => (await waiting(database)) === 1)
    let isOver = false
    const other = Promise.resolve(second()).finally(() => (isOver = true))
    await until('the second waits or is over', async () => isOver || (await waiting(database)) === 2)
    return { one, other }
  })
  return Promise.all([begun.one, begun.other])
}

const sumsOf = async (database: Database) => {
  const sums = object({ shown: int(), waiting: int(), leaks: int(), passwords: int() })
  const [kept] = await database.query(
    sums,
    sql`SELECT shown, waiting, leaks::int, passwords::int FROM organisation_total WHERE shown > 0`,
  )
  const [counted] = await database.query(
    sums,
    sql`SELECT count(*) FILTER (WHERE watched OR NOT by_domain)::int AS shown,
       count(*) FILTER (WHERE NOT watched AND NOT by_domain)::int AS waiting, sum(leaks)::int AS leaks, sum(passwords)::int AS passwords
     FROM monitored_address`,
  )
  return { kept, counted }
}

const createCompany = async (database: Database) => {
  const api = await createTestApi(database)
  const token = await api.tokenOf(ANA)
  const post = (path: string, payload: object) =>
    api.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${token}` }, payload })
  await post('/dominios', { dominio: 'acme.com' })
  await database.script('UPDATE watched_domain SET proved_at = added_at')
  await api.importText('antiga', 'velha@acme.com:um')
  return { api, token, post }
}
const rowsOf = async (api: TestApi, token: string) =>
  (await api.get('/emails', token))
    .json()
    .map((row: { email: string; numero_vazamentos: number }) => `${row.email} ${row.numero_vazamentos}`)
    .toSorted()

onPostgres((database) => {
  // Rule: M-NUM-6, M-NUM-39
  test('an import that brings addresses of a proved domain and a list of the same addresses at once both happen', async () => {
    const { api, token, post } = await createCompany(database())
    const [added, imported] = await meet(database(), sql`SELECT 1 FROM organisation_total FOR UPDATE`, [
      () => post('/enderecos', { enderecos: ['x@outra.com', 'c@acme.com', 'b@acme.com'] }),
      () => api.importText('nova', 'a@acme.com:1\nb@acme.com:2\nc@acme.com:3\nx@outra.com:4'),
    ])
    expect([added.statusCode, imported.kind]).toEqual([200, 'done'])
    expect(await rowsOf(api, token)).toEqual([
      'a@acme.com 1',
      'b@acme.com 1',
      'c@acme.com 1',
      'velha@acme.com 1',
      'x@outra.com 1',
    ])
    const { kept, counted } = await sumsOf(database())
    expect(kept).toEqual(counted)
    expect(kept).toEqual({ shown: 5, waiting: 0, leaks: 5, passwords: 5 })
  })

  // Rule: M-NUM-6, M-NUM-39
  test('an address that is added while an import brings it is one address', async () => {
    const { api, token, post } = await createCompany(database())
    const [imported, added] = await meet(database(), sql`LOCK TABLE pending_analysis IN SHARE MODE`, [
      () => api.importText('nova', 'a@acme.com:1\nvelha@acme.com:2'),
      () => post('/emails', { email: 'a@acme.com' }),
    ])
    expect([imported.kind, [201, 409].includes(added.statusCode)]).toEqual(['done', true])
    expect(await rowsOf(api, token)).toEqual(['a@acme.com 1', 'velha@acme.com 2'])
    const { kept, counted } = await sumsOf(database())
    expect(kept).toEqual(counted)
    expect(kept).toEqual({ shown: 2, waiting: 0, leaks: 3, passwords: 3 })
  })

  // Rule: M-NUM-6, M-NUM-39
  test('an import that begins and ends while an address is being added counts for it', async () => {
    const { api, token, post } = await createCompany(database())
    const [added, imported] = await meet(
      database(),
      sql`SELECT 1 FROM audit_head WHERE organisation_id <> 0 FOR UPDATE`,
      [() => post('/emails', { email: 'x@outra.com' }), () => api.importText('nova', 'x@outra.com:1')],
    )
    expect([added.statusCode, imported.kind]).toEqual([201, 'done'])
    expect(await rowsOf(api, token)).toEqual(['velha@acme.com 1', 'x@outra.com 1'])
    const { kept, counted } = await sumsOf(database())
    expect(kept).toEqual(counted)
  })
})
