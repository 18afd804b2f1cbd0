import { allowsCall, API_SCOPES } from '@atalaia/contracts'
import { array, assert, asyncProperty, constant, constantFrom, oneof, record, subarray } from 'fast-check'
import type { Database } from '@atalaia/database'
import { array as list, looseObject, object, string } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { createPortal } from '../../../testing/portal.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { createAccountsRepository } from '../people/accounts-repository.ts'
import { addAddress } from '../../numbers/monitoring/add-address.ts'

const RUNS = 8

const ADDRESSES = ['ana@acme.com', 'rui@acme.com', 'ana@sub.acme.com', 'ana@notacme.com', 'acme.com@rival.com']
const WORDS = [
  ...ADDRESSES.map((address) => `address:${address}`),
  ...['acme.com', 'sub.acme.com', 'rival.com', 'me.com'].map((domain) => `domain:${domain}`),
]
const READS = ['/emails', '/clientes/me/analises', '/dashboard/resumo']
const VIEWS = [
  'get /api/casos',
  'get /api/casos/fontes',
  'get /api/emails/{id}',
  'get /api/emails/{id}/caso',
  'get /api/emails/{id}/casos',
  'get /api/emails/{id}/linhas',
  'get /api/webhooks',
  'get /api/webhooks/{id}/entregas',
  'post /api/avisos/pessoa/abrir',
  'post /api/avisos/pessoa/avaliar',
  'post /api/avisos/pessoa/parar',
  'post /api/avisos/pessoa/passos',
  'post /api/avisos/pessoa/pergunta',
  'post /api/avisos/pessoa/resposta',
  'post /api/emails/{id}/caso',
  'post /api/emails/{id}/caso/passos',
  'post /api/emails/{id}/passos',
  'post /api/webhooks',
  'post /api/webhooks/entregas/{id}/reenviar',
  'post /api/webhooks/{id}/mudar',
  'post /api/webhooks/{id}/remover',
  'post /api/webhooks/{id}/segredo',
  'post /api/webhooks/{id}/teste',
]
const BOTH = 'leaks:read emails:add'

const leaks = array(record({ address: constantFrom(...ADDRESSES), password: constantFrom('', ':um', ':dois') }), {
  minLength: 1,
  maxLength: 5,
})
const events = array(
  oneof(
    { weight: 3, arbitrary: record({ kind: constant('add' as const), address: constantFrom(...ADDRESSES) }) },
    { weight: 3, arbitrary: record({ kind: constant('import' as const), leaks }) },
    { weight: 1, arbitrary: record({ kind: constant('day' as const) }) },
  ),
  { minLength: 4, maxLength: 10 },
)
type Leak = { readonly address: string; readonly password: string }
type Story = readonly (
  | { readonly kind: 'add'; readonly address: string }
  | { readonly kind: 'import'; readonly leaks: readonly Leak[] }
  | { readonly kind: 'day' }
)[]
const limits = record({
  client: oneof(constant([]), subarray(WORDS, { minLength: 1 })),
  token: subarray(WORDS, { maxLength: 4 }),
})
const queries = constantFrom(
  '',
  '?scope=leaks:read',
  '?domain=acme.com&address=ana@acme.com&rows=all',
  '?organisation_id=1&email=rui@acme.com',
  "?address=' OR 1=1--",
)

const isReached = (words: readonly string[], address: string) =>
  words.length === 0 || words.includes(`address:${address}`) || words.includes(`domain:${address.split('@')[1]}`)
const isAllowed = (client: readonly string[], word: string) =>
  client.length === 0 ||
  client.includes(word) ||
  (word.startsWith('address:') && isReached(client, word.slice('address:'.length)))

const cards = looseObject({
  ultimos_3_relatorios: list(object({ data: string(), nome: string(), url: string() })),
})
const emails = list(looseObject({ id: string(), email: string() }))

const methodOf = (text: string) =>
  (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).find((each) => each === text.toUpperCase()) ?? 'GET'

const createWorld = async (database: Database) => {
  const api = await createTestApi(database)
  const portal = createPortal(api)
  let [organisations, sources] = [0, 0]

  const createOrganisation = async () => {
    const email = `conta${(organisations += 1)}@conta.com`
    const account = await createAccountsRepository(database).create({ email, passwordHash: 'x', at: api.clock() })
    if (account === undefined) throw new Error('the account is there already')
    const { organisationId } = account
    return {
      add: (address: string) => addAddress(database, { organisationId, address, at: api.clock() }, 100),
      createClient: (words: readonly string[]) => portal.createClient(email, [BOTH, ...words].join(' ')),
    }
  }
  type Organisation = Awaited<ReturnType<typeof createOrganisation>>
  const play = async (story: Story, ours: Organisation, twin: Organisation, inReach: readonly string[]) => {
    for (const event of story) {
      api.clock.advance(event.kind === 'day' ? 24 * 3600 : 60)
      if (event.kind === 'import') {
        const lines = event.leaks.map(({ address, password }) => `${address}${password}`)
        await api.importText(`fonte ${(sources += 1)}`, lines.join('\n'))
      }
      if (event.kind === 'add') {
        await ours.add(event.address)
        if (inReach.includes(event.address)) await twin.add(event.address)
      }
    }
  }
  const tokenOf = (client: Parameters<typeof portal.tokenOf>[0], words: readonly string[] = []) =>
    portal.tokenOf(client, [BOTH, ...words].join(' '))
  const read = async (path: string, token: string) => {
    const answer = await api.get(path, token)
    expect([path, answer.statusCode]).toEqual([path, 200])
    return answer
  }
  const viewOf = async (token: string, query = '') => {
    const [rows, analyses, summary] = await Promise.all(
      READS.map(async (path) => (await read(`${path}${encodeURI(query)}`, token)).json()),
    )
    const { ultimos_3_relatorios: reports, ...numbers } = cards.parse(summary)
    return {
      emails: emails.parse(rows).map(({ id: _id, ...row }) => row),
      analyses,
      reports: reports.map(({ url: _url, ...row }) => row),
      numbers,
    }
  }
  const tagsOf = (token: string) => Promise.all(READS.map(async (path) => (await read(path, token)).headers.etag))
  return { api, createOrganisation, play, tokenOf, viewOf, tagsOf }
}

onPostgres((database) => {
  // Rule: M-EMBED-25
  // Threat: T-ACCOUNT-9
  test('a limited token sees and adds what it would if the organisation monitored nothing else', async () => {
    const { api, createOrganisation, play, tokenOf, viewOf } = await createWorld(database())
    await assert(
      asyncProperty(events, limits, queries, async (story, { client, token }, query) => {
        const asked = token.filter((word) => isAllowed(client, word))
        const inReach = ADDRESSES.filter((address) => isReached(asked.length > 0 ? asked : client, address))
        const [ours, twin] = [await createOrganisation(), await createOrganisation()]
        await play(story, ours, twin, inReach)
        const limited = await tokenOf(await ours.createClient(client), asked)
        const expected = await viewOf(await tokenOf(await twin.createClient([])))
        expect(await viewOf(limited, query)).toEqual(expected)

        for (const address of ADDRESSES) {
          const { statusCode, body } = await api.add(address, limited)
          const known = expected.emails.some(({ email }) => email === address)
          const allowed = inReach.includes(address)
          const told =
            body.includes(`Este acesso não permite monitorar ${address}.`) &&
            body.includes('urn:atalaia:problem:address-out-of-reach')
          const expectedStatus = allowed ? (known ? 409 : 201) : 403
          expect([address, statusCode, told]).toEqual([address, expectedStatus, !allowed])
        }
      }),
      // Shrinking would take longer than the test may.
      { numRuns: RUNS, endOnFailure: true },
    )
  })

  // Rule: M-EMBED-25, M-GRANT-6
  // Threat: T-ACCOUNT-9
  test('portals may call the routes that are tried here, and no other', async () => {
    const { api } = await createWorld(database())
    await api.app.ready()
    const forPortals = Object.entries(api.app.swagger().paths ?? {}).flatMap(([path, methods]) =>
      methods?.options === undefined ? [] : Object.keys(methods).map((method) => `${method} ${path}`),
    )
    const tried = [...READS.map((path) => `get /api${path}`), 'post /api/emails']
    expect(forPortals.filter((route) => !route.startsWith('options ')).toSorted()).toEqual(
      [...tried, ...VIEWS].toSorted(),
    )
    // Remotes have the same parts (M-GRANT-6).
    const documented = Object.entries(api.app.swagger().paths ?? {}).flatMap(([path, methods = {}]) =>
      Object.keys(methods).map((method) => ({ method, path })),
    )
    const forRemotes = documented.filter(({ method, path }) => allowsCall(API_SCOPES, method, path.replace('/api', '')))
    expect(forRemotes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(tried.toSorted())
  })

  // Rule: M-EMBED-25, P-ADDRESS-9, P-LIST-7
  // Threat: T-ACCOUNT-9
  test('every other route of a session is refused to a portal without the scope of a view, whatever it asks', async () => {
    const { api, createOrganisation, tokenOf } = await createWorld(database())
    const token = await tokenOf(await (await createOrganisation()).createClient([]))
    const forSessions = Object.entries(api.app.swagger().paths ?? {}).flatMap(([path, methods = {}]) =>
      !READS.includes(path.replace('/api', ''))
        ? Object.entries(methods).flatMap(([method, route]) =>
            method !== 'options' &&
            typeof route === 'object' &&
            route !== null &&
            'security' in route &&
            JSON.stringify(route.security).includes('bearer')
              ? [{ method: methodOf(method), url: path.replaceAll(/{\w+}/g, '00000000-0000-4000-8000-000000000000') }]
              : [],
          )
        : [],
    )
    const urls = forSessions.map(({ url }) => url)
    expect(urls).toEqual(expect.arrayContaining(['/api/enderecos/remover', '/api/casos', '/api/webhooks']))
    for (const { method, url } of forSessions) {
      const answer = await api.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${token}` },
        ...(method === 'POST' && { payload: {} }),
      })
      expect([url, answer.statusCode]).toEqual([url, 403])
    }
  })

  // Rule: M-EMBED-25
  // Threat: T-ACCOUNT-9
  test('the tag of an answer tells nothing of what is out of reach, and is of one reach alone', async () => {
    const { api, createOrganisation, tokenOf, tagsOf } = await createWorld(database())
    const { add, createClient } = await createOrganisation()
    const client = await createClient([])
    await add('ana@acme.com')
    await add('ana@rival.com')
    await api.importText('forum', 'ana@acme.com:um\nrui@rival.com:dois\nrui@acme.com:um')
    const limited = await tokenOf(client, ['domain:acme.com'])
    const before = await tagsOf(limited)
    const all = await Promise.all([tokenOf(client), tokenOf(client, ['address:ana@acme.com'])])
    expect(new Set([...before, ...(await Promise.all(all.map(tagsOf))).flat()]).size).toBe(9)
    await add('rui@rival.com')
    expect(await tagsOf(limited)).toEqual(before)
    await add('rui@acme.com')
    for (const [at, tag] of (await tagsOf(limited)).entries()) expect(tag).not.toBe(before[at])
  })
})
