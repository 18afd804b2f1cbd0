import { documentedQueries, type DocumentedQuery } from '../../testing/documented-queries.ts'
import { onPostgres } from '../../testing/each-database.ts'
import {
  createOrganisations,
  marksOf,
  OURS,
  SHARED,
  THEIRS,
  type Member,
  type Organisations,
} from '../../testing/two-organisations.ts'

const MANY = { callsPerMinute: 100_000, accountCallsPerMinute: 100_000, keyCallsPerMinute: 100_000 }
const NOBODY = '11111111-1111-4111-8111-111111111111'
const [TODAY, YESTERDAY] = ['2026-11-21', '2026-11-20']
const EXPORT = '/api/organizacao/auditoria/arquivo'

const VALUES = {
  busca: [SHARED, '@'],
  q: [SHARED, '.c'],
  etiqueta: ['comum'],
  fonte: ['forum'],
  responsavel: ['eu', 'ninguem'],
  dia: [TODAY, YESTERDAY],
  pagina: ['1', '2'],
  depois: ['0', '1'],
  ator: ['system'],
  acao: ['addresses.added', 'cases.changed'],
  de: [YESTERDAY],
  ate: [TODAY],
  antes_de: ['3', '999'],
  cursor: ['0', '3', NOBODY],
  limit: ['1', '1000'],
  filter: [`userName eq "${OURS.account}"`],
  startIndex: ['1', '2'],
  count: ['1', '100'],
  dominio: ['acme.com'],
  domain: ['acme.com'],
  state: ['x'],
  code: ['x'],
  iss: ['x'],
  error: ['x'],
  next: ['/app'],
  expira: ['9999999999'],
  assinatura: ['x'],
  conta: [NOBODY],
  organizacao: ['0'],
  email: [SHARED],
  incidente: [NOBODY],
  codigo: ['x'.repeat(43)],
}

const HOSTILE = ['0', '9'.repeat(30), '2026-02-30', '2099-12-31', "' %_\\", '\0', '\u202e\ufffe', 'x'.repeat(4000)].map(
  encodeURIComponent,
)
const MALFORMED = ['%C0%80', '%', 'x&$=x', '[]']

type Marks = Awaited<ReturnType<typeof marksOf>>
const namesOf = ({ accountId, organisationId, lote, incidente }: Marks): Readonly<Record<string, [string, string]>> => {
  return {
    busca: [THEIRS.address, 'ninguem@nada.example'],
    q: [THEIRS.address, 'ninguem@nada.example'],
    etiqueta: ['segredo', 'nada'],
    fonte: ['inventada', 'nada'],
    responsavel: [accountId, NOBODY],
    ator: [accountId, NOBODY],
    filter: [`userName eq "${THEIRS.account}"`, 'userName eq "ninguem@nada.example"'],
    dominio: ['rival.com', 'nada.example'],
    domain: ['rival.com', 'nada.example'],
    conta: [accountId, NOBODY],
    organizacao: [organisationId, '999'],
    state: [lote, NOBODY],
    email: [THEIRS.address, 'ninguem@nada.example'],
    incidente: [incidente, NOBODY],
  }
}

const answersOf = async (
  { api }: Organisations,
  { token, portalToken, key, scimKey }: Member & { readonly scimKey: string },
  { queries, inPath }: { readonly queries: readonly DocumentedQuery[]; readonly inPath: string },
) => {
  const answers: { readonly asked: string; readonly said: string }[] = []
  for (const { path, query } of queries)
    for (const bearer of path.startsWith('/api/scim/') ? [scimKey] : [token, portalToken]) {
      const headers = { authorization: `Bearer ${bearer}`, 'hibp-api-key': key, 'user-agent': 'test' }
      const url = `${path.replace(/\{\w+\}/, inPath)}?${query}`
      const answer = await api.app.inject({ url, headers })
      expect([url, answer.statusCode < 500 && answer.statusCode !== 429]).toEqual([url, true])
      answers.push({ asked: `${bearer === portalToken ? 'portal' : 'own'} ${url}`, said: answer.body })
    }
  return answers
}

const post = async ({ api }: Organisations, { token }: Member, path: string, payload: object) => {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await api.app.inject({ method: 'POST', url: `/api${path}`, headers, payload })
  expect([path, answer.statusCode < 300]).toEqual([path, true])
}

onPostgres((database) => {
  const setUp = async () => {
    const organisations = await createOrganisations(database(), MANY)
    const ours = await organisations.setUp(OURS)
    const scim = await organisations.makeKey(OURS.account, 'scim:write')
    return { organisations, ours: { ...ours, scimKey: scim.key } }
  }
  const setUpTheirs = async (organisations: Organisations) => {
    const theirs = await organisations.setUp(THEIRS)
    const marks = await marksOf(organisations, database(), theirs)
    const { emailIds: ids } = marks
    for (const etiqueta of ['segredo', 'comum'])
      await post(organisations, theirs, '/enderecos/etiquetar', { ids, etiqueta, tem: true })
    await post(organisations, theirs, '/relatorios', { endereco: THEIRS.address, meses: '1' })
    return { ...marks, marks: [...marks.marks, 'segredo'] }
  }

  // Rule: M-PRIVACY-3
  // Threat: T-ACCOUNT-6
  test('each filter, order, page and day of a list is answered as if there were no other organisation', async () => {
    const { organisations, ours } = await setUp()
    const listed = await organisations.api.get('/emails', ours.token)
    const ids: string[] = listed.json().map(({ id }: { readonly id: string }) => id)
    await post(organisations, ours, '/enderecos/etiquetar', { ids, etiqueta: 'comum', tem: true })
    const all = documentedQueries(organisations.api.app, VALUES, { dia: TODAY })
    const queries = all.filter(({ path }) => path !== EXPORT)
    const before = await answersOf(organisations, ours, { queries, inPath: NOBODY })
    const { marks } = await setUpTheirs(organisations)
    expect(await answersOf(organisations, ours, { queries, inPath: NOBODY })).toEqual(before)
    const exported = all.filter(({ path }) => path === EXPORT)
    for (const { said } of await answersOf(organisations, ours, { queries: exported, inPath: '' }))
      expect(marks.filter((mark) => said.includes(mark))).toEqual([])
  })

  // Rule: M-PRIVACY-3
  // Threat: T-ACCOUNT-6
  test("another organisation's address, label, owner, source or domain in a parameter is answered as one that nobody has", async () => {
    const { organisations, ours } = await setUp()
    const found = await setUpTheirs(organisations)
    const names = namesOf(found)
    const asking = (which: 0 | 1) =>
      documentedQueries(
        organisations.api.app,
        { ...VALUES, ...Object.fromEntries(Object.entries(names).map(([name, pair]) => [name, [pair[which]]])) },
        { dia: TODAY, estado: 'todos' },
      ).filter(({ named }) => names[named] !== undefined)
    for (const [inPath, isFirst] of [
      [found.emailIds[0] ?? '', true],
      [found.incidente, false],
      [SHARED, false],
    ] as const) {
      const ask = (which: 0 | 1) => {
        const queries = asking(which).filter(({ path }) => path !== EXPORT && (isFirst || path.includes('{')))
        return answersOf(organisations, ours, { queries, inPath })
      }
      const theirs = await ask(0)
      const nobodys = await ask(1)
      for (const [index, { asked, said }] of theirs.entries())
        expect([asked, said]).toEqual([asked, nobodys[index]?.said])
    }
  })

  // Threat: T-EDGE-11
  test('a value that no page sends, in any parameter, is an answer below 500, without a fault in the log', async () => {
    const { organisations, ours } = await setUp()
    const { app, log } = organisations.api
    const headers = { authorization: `Bearer ${ours.token}`, 'hibp-api-key': ours.key, 'user-agent': 'test' }
    const [{ id }] = (await organisations.api.get('/emails', ours.token)).json()
    const all = documentedQueries(app, VALUES)
    const asked = new Map(all.map(({ path, named, query }) => [`${path} ${named}`, { path, named, query }]))
    for (const { path, named, query } of asked.values())
      for (const value of [...HOSTILE, ...MALFORMED]) {
        const others = new URLSearchParams(query)
        others.delete(named)
        const url = `${path.replace(/\{\w+\}/, id)}?${named}=${value.replace('$', named)}&${others.toString()}`
        const bearer = path.startsWith('/api/scim/') ? { authorization: `Bearer ${ours.scimKey}` } : {}
        const { statusCode } = await app.inject({ url, headers: { ...headers, ...bearer } })
        expect([url, statusCode < 500 && statusCode !== 429]).toEqual([url, true])
      }
    expect(log.filter((line) => line.includes('request failed'))).toEqual([])
  })
})
