import { addressesOutcomeSchema, addressPageSchema, saoPauloDay } from '@atalaia/contracts'
import { type Database, sql } from '@atalaia/database'
import { int, object, string } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { createRemoval } from '../../leaks/importing/removal.ts'
import { unwatchAddresses, watchWaiting } from '../../numbers/domains/domain-addresses.ts'

const DAY_MS = 86_400_000
const rowSchema = object({ email: string(), leaks: int(), passwords: int() })

const listedOn = (database: Database, organisationId: string, day: string) =>
  database.query(
    rowSchema,
    sql`WITH numbers AS (
      SELECT address AS email, CASE WHEN (SELECT max(day) FROM report WHERE (organisation_id, address) = (now.organisation_id, now.address)) > ${day}::date
        THEN coalesce((SELECT snapshot FROM report WHERE (organisation_id, address) = (now.organisation_id, now.address) AND day <= ${day}::date
          ORDER BY serial DESC LIMIT 1), '{"leaks": 0, "passwords": 0}') ELSE to_jsonb(now) END AS told
      FROM monitored_address AS now WHERE organisation_id = ${organisationId}::bigint AND watched)
    SELECT email, (told->>'leaks')::int AS leaks, (told->>'passwords')::int AS passwords FROM numbers
    WHERE (told->>'leaks')::int > 0 ORDER BY leaks DESC, email`,
  )

onPostgres((database) => {
  // Rule: P-LIST-10, P-LIST-44, M-OWN-1
  test('each past day has the rows and sums of its reports after imports, undo, removal and a lost proof', async () => {
    const api = await createTestApi(database())
    const start = api.clock()
    await api.tokenOf('ana@acme.com')
    const [organisation] = await database().query(object({ id: string() }), sql`SELECT id::text FROM organisation`)
    const organisationId = organisation?.id ?? ''
    const removal = createRemoval(database(), api.clock)
    const calls = async () => {
      const token = await api.tokenOf('ana@acme.com')
      const headers = { authorization: `Bearer ${token}` }
      return {
        post: (path: string, payload: object) =>
          api.app.inject({ method: 'POST', url: `/api/enderecos${path}`, headers, payload }),
        page: async (query: string) => addressPageSchema.parse((await api.get(`/enderecos${query}`, token)).json()),
      }
    }
    const areTold = async () => {
      const { page } = await calls()
      let listed = 0
      for (let at = start.getTime() - DAY_MS; at <= api.clock().getTime(); at += DAY_MS) {
        const day = saoPauloDay(new Date(at))
        const expected = await listedOn(database(), organisationId, day)
        const sum = (number: 'leaks' | 'passwords') => expected.reduce((total, row) => total + row[number], 0)
        const all = await page(`?dia=${day}`)
        const next = await page(`?dia=${day}&pagina=2`)
        const rows = [...all.linhas, ...next.linhas].map((row) => ({
          email: row.email,
          leaks: row.numero_vazamentos,
          passwords: row.numero_senhas,
        }))
        expect([day, rows]).toEqual([day, expected])
        expect([day, all.encontrados, all.no_dia?.soma_vazamentos, all.no_dia?.soma_senhas]).toEqual([
          day,
          expected.length,
          sum('leaks'),
          sum('passwords'),
        ])
        const found = expected.filter(({ email, passwords }) => email.includes('p1') && passwords > 0)
        expect((await page(`?dia=${day}&busca=p1&filtro=com-senha`)).encontrados).toBe(found.length)
        listed = expected.length
      }
      return listed
    }
    const nextDay = () => void api.clock.advance(DAY_MS / 1000)

    const enderecos = Array.from({ length: 40 }, (_, at) => `p${at}@acme.com`)
    addressesOutcomeSchema.parse((await (await calls()).post('', { enderecos })).json())
    await api.importText('forum', enderecos.map((address, at) => `${address}:${at % 3 === 0 ? '' : 'um'}`).join('\n'))
    expect(await areTold()).toBe(40)
    nextDay()
    await api.importText('loja', 'p1@acme.com:dois\np13@acme.com:tres\np3@acme.com')
    await api.importText('blog', 'p1@acme.com:quatro')
    await areTold()
    nextDay()
    await api.importText('rede', 'p1@acme.com:cinco\np2@acme.com')
    await areTold()
    nextDay()
    const loja = await removal.find('source', 'loja')
    if (loja === undefined) throw new Error('no source loja')
    await removal.remove(loja)
    await areTold()
    nextDay()
    const ids = (await (await calls()).page(`?dia=${saoPauloDay(start)}&busca=p1`)).linhas.map(({ id }) => id)
    expect((await (await calls()).post('/remover', { ids })).statusCode).toBe(200)
    expect(await areTold()).toBe(29)
    nextDay()
    expect((await (await calls()).post('/desfazer', { ids })).statusCode).toBe(200)
    await areTold()
    nextDay()
    await database().transaction((transaction) =>
      unwatchAddresses(transaction, { organisationId, domain: 'acme.com', at: api.clock(), waiting: 'added' }),
    )
    expect(await areTold()).toBe(0)
    nextDay()
    await watchWaiting(database(), api.clock)
    expect(await areTold()).toBe(40)
  })
})
