import { once } from 'node:events'
import { request as open } from 'node:http'
import { compile, type Database } from '@atalaia/database'
import { onPostgres } from '../../../testing/each-database.ts'
import { createKeyCalls } from '../../../testing/hibp.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { readSessionFacts, SESSION_FACTS_HEADER } from '@atalaia/server'

const PLACES = 4

const createSignal = () => {
  let resolve: (() => void) | undefined
  const heard = new Promise<void>((done) => {
    resolve = done
  })
  return { heard, give: () => resolve?.() }
}

const isOfSession = (statement: string) => statement.includes('JOIN session ON')
const isOfTotals = (statement: string) => statement.includes('FROM organisation_total') && !isOfSession(statement)

const createHolding = (real: Database, isHeld: (statement: string) => boolean) => {
  const [full, ended] = [createSignal(), createSignal()]
  let held: string | undefined
  let count = 0
  const query: Database['query'] = async (row, statement) => {
    const { sql, parameters } = compile(statement)
    if (held !== undefined && isHeld(sql) && parameters.includes(held)) {
      count += 1
      if (count === PLACES) full.give()
      await ended.heard
    }
    return real.query(row, statement)
  }
  const begin = (parameter: string | undefined) => {
    held = parameter
  }
  return { held: { full: full.heard, count: () => count, begin, end: ended.give }, database: { ...real, query } }
}

onPostgres((database) => {
  // Threat: T-ACCOUNT-5
  test("one organisation's flood has its share of the database, and another one's call goes on", async () => {
    const { held, database: holding } = createHolding(database(), isOfTotals)
    const api = await createTestApi(holding)
    const [acme, rival] = [await api.tokenOf('ana@acme.com'), await api.tokenOf('rui@rival.com')]
    const { headers } = await api.get('/emails', acme)
    held.begin(readSessionFacts(headers[SESSION_FACTS_HEADER])?.organisation)
    const flood = Array.from({ length: 20 }, () => api.get('/dashboard/resumo', acme))
    await held.full
    expect((await api.get('/dashboard/resumo', rival)).statusCode).toBe(200)
    expect(held.count()).toBe(PLACES)
    held.end()
    for (const answer of await Promise.all(flood)) expect(answer.statusCode).toBe(200)
  })

  // Rule: P-API-100
  test('calls of one token that wait share the look-up of their session, and keep nobody else waiting', async () => {
    const { held, database: holding } = createHolding(database(), isOfSession)
    const api = await createTestApi(holding)
    const [acme, rival] = [await api.tokenOf('ana@acme.com'), await api.tokenOf('rui@rival.com')]
    held.begin('ana@acme.com')
    const flood = Array.from({ length: 20 }, () => api.get('/dashboard/resumo', acme))
    expect((await api.get('/dashboard/resumo', rival)).statusCode).toBe(200)
    expect(held.count()).toBe(1)
    held.end()
    for (const answer of await Promise.all(flood)) expect(answer.statusCode).toBe(200)
    expect(held.count()).toBe(2)
  })

  // Rule: M-AUDIENCE-3
  test('an answer to a session tells the gateway whose it is and until when, and one to nobody tells nothing', async () => {
    const api = await createTestApi(database())
    const [acme, rival] = [await api.tokenOf('ana@acme.com'), await api.tokenOf('rui@rival.com')]
    const toldTo = async (token: string) =>
      readSessionFacts((await api.get('/emails', token)).headers[SESSION_FACTS_HEADER])
    const ofAcme = await toldTo(acme)
    const organisation = expect.stringMatching(/^\d+$/)
    expect(ofAcme).toEqual({ organisation, role: 'owner', until: expect.any(Number) })
    expect((ofAcme?.until ?? 0) - api.clock().getTime()).toBeLessThanOrEqual(8 * 3_600_000)
    expect((await toldTo(rival))?.organisation).not.toBe(ofAcme?.organisation)
    expect(await toldTo('forged')).toBeUndefined()
  })

  // Threat: T-ACCOUNT-5
  test.each(['session', 'key'])('calls of a %s whose bodies do not come hold no place', async (by) => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    const url = await api.app.listen({ port: 0 })
    const { key } = await createKeyCalls(api).makeKey('ana@acme.com', 'domains:write')
    const own = by === 'key' ? { 'hibp-api-key': key, 'user-agent': 'test' } : { authorization: `Bearer ${token}` }
    const headers = { ...own, 'content-type': 'application/json', 'content-length': '100' }
    const path = by === 'key' ? '/api/hibp/v3/domainverification/verifydnstoken' : '/api/emails'
    const slow = Array.from({ length: 20 }, () => open(`${url}${path}`, { method: 'POST', headers }))
    for (const call of slow) call.on('error', () => undefined).write('{')
    await Promise.all(slow.map((call) => call.socket ?? once(call, 'socket')))
    for (let call = 0; call < 20; call++) expect((await api.get('/emails', token)).statusCode).toBe(200)
    for (const call of slow) call.destroy()
    await api.app.close()
  })

  // Threat: T-ACCOUNT-5
  test('an account has so many calls a minute, and another one its own', async () => {
    const api = await createTestApi(database(), { accountCallsPerMinute: 2 })
    const [ana, bia] = [await api.tokenOf('ana@acme.com'), await api.tokenOf('bia@acme.com')]
    const statuses = []
    for (let call = 0; call < 3; call++) statuses.push((await api.get('/emails', ana)).statusCode)
    expect(statuses).toEqual([200, 200, 429])
    expect((await api.get('/emails', bia)).statusCode).toBe(200)
    api.clock.advance(60)
    expect((await api.get('/emails', ana)).statusCode).toBe(200)
  })
})
