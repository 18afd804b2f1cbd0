import { exposureSchema } from '@atalaia/contracts'
import { addressCasesSchema, caseDetailSchema, casePageSchema } from '@atalaia/contracts/cases'
import { PORTAL_SCOPES, VIEW_SCOPES } from '@atalaia/contracts/portal-scopes'
import type { Database } from '@atalaia/database'
import { onPostgres } from '../../../testing/each-database.ts'
import { createPortal, PORTAL } from '../../../testing/portal.ts'
import { createTestApi } from '../../../testing/test-api.ts'

const ACCOUNT = 'gestora@conta.com'
const HOOK = { nome: 'Sala', endereco: 'https://hooks.acme.com/a', modelo: 'atalaia', gravidade_minima: 'baixa' }

const createWorld = async (database: Database) => {
  const api = await createTestApi(database)
  const portal = createPortal(api)
  const session = await api.tokenOf(ACCOUNT)
  await api.importText('forum', 'ana@acme.com:um\nrui@rival.com:dois', '2026-11-01')
  for (const address of ['ana@acme.com', 'rui@rival.com']) await api.add(address, session)
  await portal.allow(ACCOUNT)
  const tokenWith = async (scope: string) => portal.tokenOf(await portal.createClient(ACCOUNT, scope))
  const call = (path: string, token: string, payload?: object) =>
    api.app.inject({
      method: payload ? 'POST' : 'GET',
      url: `/api${path}`,
      headers: { authorization: `Bearer ${token}`, origin: PORTAL },
      ...(payload && { payload }),
    })
  return { api, portal, session, tokenWith, call }
}

const CALLS = {
  'addresses:read': ['/emails/ana%40acme.com'],
  'cases:read': ['/casos'],
  'cases:change': ['/emails/ana%40acme.com/caso', { fonte: 'forum', versao: 0, estado: 'tratado' }],
  'alerts:read': ['/webhooks'],
  'alerts:change': ['/webhooks', HOOK],
} as const

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const ID = '00000000-0000-4000-8000-000000000000'

const OPENED = {
  'leaks:read': ['GET /clientes/me/analises', 'GET /dashboard/resumo', 'GET /emails'],
  'emails:add': ['POST /emails'],
  'addresses:read': ['GET /emails/{id}', 'GET /emails/{id}/linhas'],
  'cases:read': ['GET /casos', 'GET /casos/fontes', 'GET /emails/{id}/caso', 'GET /emails/{id}/casos'],
  'cases:change': ['POST /emails/{id}/caso', 'POST /emails/{id}/caso/passos', 'POST /emails/{id}/passos'],
  'alerts:read': ['GET /webhooks', 'GET /webhooks/{id}/entregas'],
  'alerts:change': [
    'POST /webhooks',
    'POST /webhooks/entregas/{id}/reenviar',
    'POST /webhooks/{id}/mudar',
    'POST /webhooks/{id}/remover',
    'POST /webhooks/{id}/segredo',
    'POST /webhooks/{id}/teste',
  ],
  // Its routes need no token where a link is given: notices/person.test.ts.
  'notices:own': [],
}

onPostgres((database) => {
  // Rule: M-EMBED-41, M-EMBED-67
  test('each scope opens the routes that it names, of all that the API has, and no other', async () => {
    const { api, tokenWith } = await createWorld(database())
    const routes = Object.entries(api.app.swagger().paths ?? {}).flatMap(([path, operations = {}]) =>
      METHODS.filter((method) => Object.hasOwn(operations, method.toLowerCase())).flatMap((method) =>
        JSON.stringify(Reflect.get(operations, method.toLowerCase())).includes('"bearer"')
          ? { method, path: path.replace('/api', '') }
          : [],
      ),
    )
    const openedBy = async (scope: string) => {
      const opened: string[] = []
      let token = ''
      for (const [at, { method, path }] of routes.entries()) {
        // One token is good for so many calls in a minute.
        if (at % 100 === 0) token = await tokenWith(scope)
        const url = `/api${path.replaceAll(/{\w+}/g, ID)}`
        const { statusCode } = await api.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } })
        if (statusCode !== 403 && statusCode !== 401) opened.push(`${method} ${path}`)
      }
      return opened.toSorted()
    }
    expect(Object.keys(OPENED).toSorted()).toEqual(PORTAL_SCOPES.toSorted())
    for (const scope of PORTAL_SCOPES) expect([scope, await openedBy(scope)]).toEqual([scope, OPENED[scope]])
  })

  // Rule: M-EMBED-41, M-EMBED-67
  test('each view is opened by its own scope alone, for the tokens of portals alone', async () => {
    const { session, tokenWith, call, portal } = await createWorld(database())
    const tokens = { none: await tokenWith('leaks:read emails:add') }
    for (const scope of VIEW_SCOPES) {
      const token = await tokenWith(scope)
      const statuses = Object.fromEntries(
        await Promise.all(
          VIEW_SCOPES.map(async (other) => {
            const [path, payload] = CALLS[other]
            return [other, (await call(path, token, payload)).statusCode < 300] as const
          }),
        ),
      )
      expect([scope, statuses]).toEqual([scope, Object.fromEntries(VIEW_SCOPES.map((one) => [one, one === scope]))])
      const [path, payload] = CALLS[scope]
      expect((await call(path, tokens.none, payload)).statusCode).toBe(403)
      // A person's session is not for pages of other sites.
      expect((await call(path, session, payload)).statusCode).toBe(403)
      expect((await portal.preflight(path, PORTAL, payload ? 'POST' : 'GET')).statusCode).toBe(204)
    }
    for (const path of ['/alertas', '/dominios', '/membros', '/enderecos'])
      expect((await call(path, await tokenWith(VIEW_SCOPES.join(' ')))).statusCode).toBeGreaterThanOrEqual(403)
  })

  // Rule: M-EMBED-41, M-EMBED-25, M-EMBED-67
  test('a limited token sees the address and the cases that it reaches, and no alerts', async () => {
    const { api, session, tokenWith, call, portal } = await createWorld(database())
    const token = await tokenWith('addresses:read cases:read cases:change domain:acme.com')
    const all = casePageSchema.parse((await api.get('/casos', session)).json())
    expect(all).toMatchObject({ encontrados: 2, todos: 2, abertos: 2 })
    const reached = casePageSchema.parse((await call('/casos?ordem=email', token)).json())
    expect(reached).toMatchObject({ encontrados: 1, todos: 1, abertos: 1, pessoas: [], pode_mudar: false })
    expect(reached.linhas.map(({ email }) => email)).toEqual(['ana@acme.com'])
    const rui = all.linhas.find(({ email }) => email === 'rui@rival.com')?.endereco ?? ''
    for (const id of [rui, 'rui%40rival.com'])
      for (const path of [
        `/emails/${id}`,
        `/emails/${id}/linhas?numero=senhas`,
        `/emails/${id}/casos`,
        `/emails/${id}/caso?fonte=forum`,
      ])
        expect([path, (await call(path, token)).statusCode]).toEqual([path, 404])
    const change = { fonte: 'forum', versao: 0, estado: 'tratado' }
    expect((await call(`/emails/${rui}/caso`, token, change)).statusCode).toBe(404)
    // What somebody has touched is held to the limit, too.
    await api.app.inject({
      method: 'POST',
      url: `/api/emails/${rui}/caso`,
      headers: { authorization: `Bearer ${session}` },
      payload: { ...change, estado: 'em-andamento' },
    })
    expect(casePageSchema.parse((await call('/casos?estado=todos', token)).json()).encontrados).toBe(1)
    const [, refused] = [await tokenWith('alerts:read'), portal.createClient(ACCOUNT, 'alerts:read domain:acme.com')]
    await expect(refused).rejects.toThrow('alerts:read reaches the whole organisation')
  })

  // Rule: M-EMBED-42, P-ADDRESS-14
  test('a portal changes a case without a name, learns of no people, and makes nobody its owner', async () => {
    const { api, session, tokenWith, call } = await createWorld(database())
    const token = await tokenWith('addresses:read cases:read cases:change')
    const [me] = casePageSchema.parse((await api.get('/casos', session)).json()).pessoas
    const own = { fonte: 'forum', versao: 0, responsavel: me?.id, prazo: '2026-12-01', nota: 'Falei com ela.' }
    await api.app.inject({
      method: 'POST',
      url: '/api/emails/ana%40acme.com/caso',
      headers: { authorization: `Bearer ${session}` },
      payload: own,
    })
    const changed = await call('/emails/ana%40acme.com/caso', token, { fonte: 'forum', versao: 1, estado: 'tratado' })
    expect(caseDetailSchema.parse(changed.json())).toMatchObject({
      caso: { estado: 'tratado', responsavel: null, nota: 'Falei com ela.', versao: 2 },
      historico: [
        { por: null, mudancas: [{ campo: 'estado', de: 'novo', para: 'tratado' }] },
        {
          por: null,
          mudancas: [
            { campo: 'prazo', de: null, para: '2026-12-01' },
            { campo: 'nota', de: '', para: 'Falei com ela.' },
          ],
        },
      ],
    })
    const ticked = await call('/emails/ana%40acme.com/passos', token, { passo: 'trocar-senha', feito: true })
    expect(ticked.statusCode).toBe(200)
    const answers = [
      changed.body,
      (await call('/emails/ana%40acme.com', token)).body,
      (await call('/emails/ana%40acme.com/casos', token)).body,
      (await call('/casos?estado=todos', token)).body,
    ]
    expect(answers.join()).not.toContain(ACCOUNT)
    const owned = await call('/emails/ana%40acme.com/caso', token, { fonte: 'forum', versao: 2, responsavel: me?.id })
    expect(owned.statusCode).toBe(422)
    // The organisation's own people see who owns it still, and that it was none of them who closed it.
    const seen = caseDetailSchema.parse((await api.get('/emails/ana%40acme.com/caso?fonte=forum', session)).json())
    expect(seen).toMatchObject({ caso: { responsavel: { email: ACCOUNT } } })
    expect(seen.historico.map(({ por }) => por)).toEqual([null, null, ACCOUNT].slice(-seen.historico.length))
    const cases = addressCasesSchema.parse((await call('/emails/ana%40acme.com/casos', token)).json())
    expect(cases).toMatchObject({ pode_mudar: true, decisoes: { linhas: [{ por: null }, { por: null }] } })
    expect(exposureSchema.parse((await api.get('/emails/ana%40acme.com', session)).json()).email).toBe('ana@acme.com')
  })
})
