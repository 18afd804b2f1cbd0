import { sql } from '@atalaia/database'
import { summarySchema } from '@atalaia/contracts'
import { decodeJwt } from 'jose'
import { onPostgres } from '../../../testing/each-database.ts'
import { createPortal } from '../../../testing/portal.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

const ANA = 'ana@acme.com'

const listen = async ({ app }: TestApi, token: string) => {
  const answer = await app.inject({
    url: '/api/eventos',
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br, gzip' },
    payloadAsStream: true,
  })
  const parts = answer.stream()[Symbol.asyncIterator]()
  const heard: string[] = []
  return {
    answer,
    heard,
    next: async (): Promise<string | undefined> => {
      const { value, done } = await parts.next()
      if (done === true) return undefined
      const text = String(value)
      heard.push(text)
      return text === ':\n\n' ? 'heartbeat' : /^event: numeros\ndata: ([\w-]{22})\n\n$/.exec(text)?.[1]
    },
    leave: () => answer.stream().destroy(),
  }
}

onPostgres((database) => {
  const open = async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf(ANA)
    const begin = async (by = token) => {
      const stream = await listen(api, by)
      expect(await stream.next()).toBe('heartbeat')
      return { ...stream, first: await stream.next() }
    }
    const revision = async () => summarySchema.parse((await api.get('/dashboard/resumo', token)).json()).revisao
    return { api, token, begin, revision }
  }

  // Rule: P-API-105
  test('an open stream has the revision of the summary, and each new one', async () => {
    const { api, token, begin, revision } = await open()
    const stream = await begin()
    expect(stream.answer.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    expect(stream.answer.headers['content-encoding']).toBeUndefined()
    const seen = [stream.first]
    for (const change of [
      () => api.add(ANA, token),
      () => api.importText('forum', `${ANA}:um`),
      () => api.importText('feira', 'rui@rival.com:um'),
    ]) {
      await change()
      const wanted = await revision()
      while (seen.at(-1) !== wanted) seen.push(await stream.next())
    }
    expect(new Set(seen).size).toBe(seen.length)
    stream.leave()
  })

  // Rule: P-API-105
  test('an address of another organisation sends no event', async () => {
    const { api, token, begin } = await open()
    const other = await api.tokenOf('rui@rival.com')
    const [ours, theirs] = [await begin(), await begin(other)]
    await api.add('rui@rival.com', other)
    expect(await theirs.next()).not.toBe(theirs.first)
    await api.add(ANA, token)
    await ours.next()
    expect(ours.heard).toHaveLength(3)
    expect(ours.first).not.toBe(theirs.first)
    for (const stream of [ours, theirs]) stream.leave()
  })

  // Rule: P-API-106
  test('a session that ends in another process ends its stream, and no other one', async () => {
    const { api, token, begin } = await open()
    const second = (await api.login(ANA)).json().access_token
    const [ended, goes] = [await begin(), await begin(second)]
    await database().execute(sql`DELETE FROM session WHERE id = ${String(decodeJwt(token).sid)}::uuid`)
    expect(await ended.next()).toBeUndefined()
    await api.add(ANA, second)
    expect(await goes.next()).toBeDefined()
    goes.leave()
  })

  // Rule: P-API-106
  test.each([
    ['membership', sql`DELETE FROM membership`],
    ['generation', sql`UPDATE account SET session_generation = session_generation + 1`],
    ['organisation', sql`UPDATE organisation SET suspended_because = 'x', suspended_at = now()`],
  ])('a stream ends with its %s', async (_what, change) => {
    const { begin } = await open()
    const stream = await begin()
    await database().execute(change)
    expect(await stream.next()).toBeUndefined()
  })

  // Rule: P-API-106
  test('a silent stream has a heartbeat, and ends after four minutes', async () => {
    const { api, begin } = await open()
    const stream = await begin()
    await api.clock.advance(21)
    expect(await stream.next()).toBe('heartbeat')
    await api.clock.advance(240)
    expect(await stream.next()).toBeUndefined()
  })

  // Rule: P-API-106
  test('the fifth stream of a session ends its oldest one', async () => {
    const { begin } = await open()
    const streams = []
    for (let count = 0; count < 5; count += 1) streams.push(await begin())
    expect(await streams[0]?.next()).toBeUndefined()
    for (const stream of streams.slice(1)) stream.leave()
  })

  // Rule: P-API-106
  test('a server that stops ends its streams, and a portal gets none', async () => {
    const { api, begin } = await open()
    const portal = createPortal(api)
    const client = await portal.createClient(ANA, 'leaks:read')
    expect((await api.get('/eventos', await portal.tokenOf(client))).statusCode).toBe(403)
    const stream = await begin()
    const closing = api.app.close()
    expect(await stream.next()).toBeUndefined()
    await closing
  })
})
