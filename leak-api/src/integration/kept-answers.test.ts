import { compile, sql, type Database } from '@atalaia/database'
import { onPostgres } from '../../testing/each-database.ts'
import { createPortal } from '../../testing/portal.ts'
import { createTestApi, PASSWORD, type TestApi } from '../../testing/test-api.ts'

const ANA = 'ana@acme.com'
const READS = ['/emails', '/clientes/me/analises', '/dashboard/resumo']

const isLookUp = (statement: string) => statement.includes('LEFT JOIN session ON')
const isList = (statement: string) => statement.includes('address AS email')

const createCounting = (real: Database) => {
  let lists = 0
  const query: Database['query'] = (row, statement) => {
    if (isList(compile(statement).sql)) lists += 1
    return real.query(row, statement)
  }
  return { database: { ...real, query }, lists: () => lists }
}

const createSignal = () => {
  let resolve: (() => void) | undefined
  const given = new Promise<void>((done) => {
    resolve = done
  })
  return { given, give: () => resolve?.() }
}

const createDelaying = (real: Database) => {
  const [read, released] = [createSignal(), createSignal()]
  let isNext = false
  const query: Database['query'] = async (row, statement) => {
    const rows = await real.query(row, statement)
    if (!isNext || !isLookUp(compile(statement).sql)) return rows
    isNext = false
    read.give()
    await released.given
    return rows
  }
  const delayNext = () => {
    isNext = true
  }
  return { database: { ...real, query }, delayNext, read: read.given, give: released.give }
}

const call = ({ app }: TestApi, method: 'POST' | 'DELETE', path: string, token: string, payload?: object) =>
  app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
    ...(payload && { payload }),
  })

onPostgres((database) => {
  const openTwo = async (second = database()) => {
    const one = await createTestApi(database())
    const other = await createTestApi(second, { keys: one.keys, clock: one.clock })
    return { one, other, token: await one.tokenOf(ANA) }
  }

  // Rule: P-SESSION-17, P-API-100
  // Threat: T-ACCOUNT-21
  test.each<[string, number, (one: TestApi, token: string, another: string) => Promise<unknown>]>([
    ['a log-out', 401, (one, token) => call(one, 'DELETE', '/sessao', token)],
    [
      'another password',
      401,
      (one, _token, another) =>
        call(one, 'POST', '/conta/senha', another, { atual: PASSWORD, nova: 'outra senha bem longa' }),
    ],
    [
      'the end of all other sessions',
      401,
      (one, _token, another) => call(one, 'POST', '/conta/sessoes/encerrar', another, {}),
    ],
    ['the end of the membership', 401, () => database().execute(sql`DELETE FROM membership`)],
    [
      'a suspension',
      403,
      () => database().execute(sql`UPDATE organisation SET suspended_at = now(), suspended_because = 'x'`),
    ],
  ])('%s in one process is seen by the next call in every process', async (_what, status, end) => {
    const { one, other, token } = await openTwo()
    const another = await one.tokenOf(ANA)
    const statuses = async () => {
      const all = []
      for (const api of [other, one]) for (const path of READS) all.push((await api.get(path, token)).statusCode)
      return all
    }
    expect(new Set([...(await statuses()), ...(await statuses())])).toEqual(new Set([200]))
    await end(one, token, another)
    expect(new Set(await statuses())).toEqual(new Set([status]))
  })

  // Rule: P-SESSION-17
  // Threat: T-ACCOUNT-21
  test('a call after the end of its session is not answered by a look-up from before', async () => {
    const delaying = createDelaying(database())
    const { one, other, token } = await openTwo(delaying.database)
    delaying.delayNext()
    const before = other.get('/emails', token)
    await delaying.read
    await call(one, 'DELETE', '/sessao', token)
    const after = [other.get('/emails', token), other.get('/emails', token)]
    delaying.give()
    expect((await before).statusCode).toBe(200)
    expect((await Promise.all(after)).map(({ statusCode }) => statusCode)).toEqual([401, 401])
  })

  // Rule: P-API-100
  // Threat: T-ACCOUNT-6
  test('an unchanged answer is computed once for an organisation and its rights, and for no other', async () => {
    const counting = createCounting(database())
    const api = await createTestApi(counting.database)
    const [ana, rui] = [await api.tokenOf(ANA), await api.tokenOf('rui@rival.com')]
    const { createClient, tokenOf } = createPortal(api)
    const portal = await tokenOf(await createClient(ANA))
    await api.add('caixa@acme.com', ana)
    const first = await api.get('/emails', ana)
    for (let at = 0; at < 3; at += 1) {
      const again = await api.get('/emails', ana)
      expect([again.body, again.headers.etag]).toEqual([first.body, first.headers.etag])
      expect(again.headers['content-type']).toBe(first.headers['content-type'])
    }
    expect(counting.lists()).toBe(1)
    expect((await api.get('/emails', rui)).json()).toEqual([])
    expect((await api.get('/emails', portal)).body).toBe(first.body)
    expect((await api.get('/emails?tamanho=10', ana)).json()).toMatchObject({ encontrados: 1 })
    expect(counting.lists()).toBe(4)
  })

  // Rule: P-API-100
  test('a change in another process is in the next answer', async () => {
    const { one, other, token } = await openTwo()
    const listed = async () => (await other.get('/emails', token)).json().length
    expect([await listed(), await listed()]).toEqual([0, 0])
    await one.add('caixa@acme.com', token)
    expect(await listed()).toBe(1)
    const found = async () => (await other.get('/dashboard/resumo', token)).json().total_vazamentos.numero_vazamentos
    expect([await found(), await found()]).toEqual([0, 0])
    await one.importText('forum', 'caixa@acme.com:um')
    expect(await found()).toBe(1)
  })
})
