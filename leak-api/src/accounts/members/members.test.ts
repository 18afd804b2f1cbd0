import { sql } from '@atalaia/database'
import { OPERATIONS, ROLES, rolesFor, type Role } from '@atalaia/contracts'
import { array, object, string } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { sessionRoutes } from '../../../testing/session-routes.ts'
import { createTestApi, PASSWORD } from '../../../testing/test-api.ts'
import { moveOwnership } from './change-members.ts'

const [ANA, BIA, CAIO, RUI] = ['ana@acme.com', 'bia@acme.com', 'caio@acme.com', 'rui@rival.com'] as const
const DAY_SECONDS = 24 * 3600

const organisationSchema = object({
  id: string(),
  papel: string(),
  membros: array(object({ id: string(), email: string(), papel: string() })),
  convites: array(object({ id: string(), email: string() })),
})

const createOffice = async (database: Parameters<typeof createTestApi>[0]) => {
  const api = await createTestApi(database)
  const post = async (path: string, token?: string, payload: object = {}) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return api.app.inject({ method: 'POST', url: `/api${path}`, headers, payload })
  }
  const statusOf = async (...call: Parameters<typeof post>) => (await post(...call)).statusCode
  const prove = (email: string) =>
    database.execute(sql`UPDATE account SET mailbox_proved_at = now() WHERE email = ${email}`)
  const tokenOf = async (email: string): Promise<string> => {
    const token = await api.tokenOf(email)
    await prove(email)
    return token
  }
  const see = async (token: string) => organisationSchema.parse((await api.get('/organizacao', token)).json())
  const idOf = async (token: string, email: string) =>
    (await see(token)).membros.find((member) => member.email === email)?.id ?? ''
  const linkOf = async (mailbox: string) => {
    const mails = await database.query(
      object({ body: string() }),
      sql`SELECT body::text FROM mail WHERE kind = 'invitation' AND recipient = ${mailbox} ORDER BY added_at, id`,
    )
    return /#([\w-]{43})/.exec(mails.at(-1)?.body ?? '')?.[1] ?? ''
  }
  const invite = async (token: string, email: string, papel: Role) => {
    expect([await statusOf('/organizacao/convites', token, { email, papel }), email]).toEqual([202, email])
    return linkOf(email)
  }
  const accept = (token: string, link: string) => post('/convites/aceitar', token, { token: link })
  const join = async (by: string, email: string, papel: Role): Promise<string> => {
    const answer = await accept(await tokenOf(email), await invite(by, email, papel))
    expect([answer.statusCode, answer.json().message]).toEqual([200, undefined])
    return answer.json().access_token
  }
  const setRole = async (token: string, email: string, papel: Role) =>
    statusOf(`/organizacao/membros/${await idOf(token, email)}/papel`, token, { papel })
  return { api, post, statusOf, tokenOf, see, idOf, linkOf, invite, accept, join, setRole }
}

type Office = Awaited<ReturnType<typeof createOffice>>

onPostgres((database) => {
  let office: Office
  beforeEach(async () => {
    office = await createOffice(database())
  })
  afterEach(() => office.api.app.close())

  // Rule: M-MEMBER-1, M-MEMBER-2, M-MEMBER-29
  // Threat: T-MEMBER-1
  test('each role may call the routes of its operations, and is refused at all others before they read anything', async () => {
    const { api, tokenOf, join } = office
    const owner = await tokenOf(ANA)
    const routes = await sessionRoutes(api)
    expect(new Set(routes.map(({ operation }) => operation))).toEqual(new Set(Object.keys(OPERATIONS)))
    const tokens: Partial<Record<Role, string>> = { owner }
    for (const role of ROLES.slice(1)) tokens[role] = await join(owner, `${role}@acme.com`, role)
    for (const role of ROLES)
      for (const { method, path, operation } of routes) {
        if (role === 'owner' || rolesFor(operation).includes(role)) continue
        const answer = await api.app.inject({
          method,
          url: path.replaceAll(/\{\w+\}/g, '1'),
          headers: { authorization: `Bearer ${tokens[role]}` },
        })
        expect([role, path, answer.statusCode]).toEqual([role, path, 403])
      }
    expect((await api.add('x@acme.com', tokens.reader ?? '')).json().message).toMatch(/papel/)
    expect((await api.add('x@acme.com', tokens.analyst ?? '')).statusCode).toBe(201)
    expect((await api.get('/emails', tokens.reader)).json()).toMatchObject([{ email: 'x@acme.com' }])
  })

  // Rule: M-MEMBER-3
  // Threat: T-MEMBER-1
  test('nobody raises a role beyond what their own may give, and a change of role acts at once', async () => {
    const { api, statusOf, tokenOf, join, setRole, idOf } = office
    const owner = await tokenOf(ANA)
    const admin = await join(owner, BIA, 'admin')
    const reader = await join(owner, CAIO, 'reader')
    expect(await setRole(admin, BIA, 'owner')).toBe(403)
    expect(await setRole(admin, CAIO, 'owner')).toBe(403)
    expect(await setRole(admin, ANA, 'reader')).toBe(403)
    expect(await statusOf(`/organizacao/membros/${await idOf(admin, ANA)}/remover`, admin)).toBe(403)
    expect(await statusOf('/organizacao/propriedade', admin, { membro: await idOf(admin, BIA) })).toBe(403)
    expect(await statusOf('/organizacao/convites', admin, { email: RUI, papel: 'owner' })).toBe(403)
    expect(await setRole(reader, CAIO, 'admin')).toBe(403)

    expect((await api.add('x@acme.com', reader)).statusCode).toBe(403)
    expect(await setRole(admin, CAIO, 'analyst')).toBe(200)
    expect((await api.add('x@acme.com', reader)).statusCode).toBe(201)
    expect(await statusOf(`/organizacao/membros/${await idOf(admin, CAIO)}/remover`, admin)).toBe(200)
    expect((await api.get('/emails', reader)).statusCode).toBe(401)
    // The own organisation is still there.
    const again = (await api.login(CAIO)).json().access_token
    expect((await office.see(again)).membros).toMatchObject([{ email: CAIO, papel: 'owner' }])
    expect((await api.get('/emails', again)).json()).toEqual([])
  })

  // Rule: M-MEMBER-4
  // Threat: T-MEMBER-2
  test('an organisation keeps an owner, whatever happens at once, and ownership moves', async () => {
    const { statusOf, tokenOf, join, setRole, idOf, see, post } = office
    const owner = await tokenOf(ANA)
    const ana = await idOf(owner, ANA)
    expect(await statusOf('/organizacao/sair', owner)).toBe(409)
    expect(await setRole(owner, ANA, 'admin')).toBe(409)
    expect(await statusOf(`/organizacao/membros/${ana}/remover`, owner)).toBe(409)

    const second = await join(owner, BIA, 'owner')
    const bia = await idOf(owner, BIA)
    const both = await Promise.all([
      statusOf(`/organizacao/membros/${bia}/papel`, owner, { papel: 'reader' }),
      statusOf(`/organizacao/membros/${ana}/papel`, second, { papel: 'reader' }),
    ])
    expect(both.filter((status) => status === 200)).toHaveLength(1)
    const [left, gone] = both[0] === 200 ? [owner, BIA] : [second, ANA]
    expect(await setRole(left, gone, 'owner')).toBe(200)
    const leaving = await Promise.all([statusOf('/organizacao/sair', owner), statusOf('/organizacao/sair', second)])
    expect(leaving.toSorted()).toEqual([200, 409])

    const stays = leaving[0] === 409 ? owner : second
    const caio = await join(stays, CAIO, 'reader')
    // As of an owner whose role was taken away after the route had asked for it.
    const [{ id: organisationId }, at] = [await see(stays), office.api.clock()]
    const asked = { organisationId, by: await idOf(stays, CAIO), actor: { kind: 'system' } as const, at }
    const moved = await database().transaction(async (tx) => moveOwnership(tx, asked, await idOf(stays, ANA)))
    expect(moved).toEqual({ status: 'forbidden' })
    expect(await statusOf('/organizacao/propriedade', stays, { membro: await idOf(stays, CAIO) })).toBe(200)
    expect((await see(caio)).papel).toBe('owner')
    expect((await see(stays)).papel).toBe('admin')
    const away = await post('/organizacao/sair', stays)
    expect((await see(away.json().access_token)).membros).toHaveLength(1)
  })

  // Rule: M-MEMBER-5, M-MEMBER-30, M-MEMBER-31
  // Threat: T-MEMBER-3
  test('an invitation works once, for its mailbox, for seven days, while its sender may give the role', async () => {
    const { api, statusOf, tokenOf, join, invite, accept, see, setRole, linkOf, post } = office
    const owner = await tokenOf(ANA)
    const [bia, rui] = [await tokenOf(BIA), await tokenOf(RUI)]
    const link = await invite(owner, BIA, 'reader')
    expect((await post('/auth/convite', undefined, { token: link })).json()).toEqual({
      organizacao: `Organização de ${ANA}`,
      email: BIA,
      papel: 'reader',
      convidado_por: ANA,
    })
    const known = await post('/organizacao/convites', owner, { email: RUI, papel: 'reader' })
    const unknown = await post('/organizacao/convites', owner, { email: 'nobody@acme.com', papel: 'reader' })
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
    expect(await statusOf('/organizacao/convites', owner, { email: RUI, papel: 'reader' })).toBe(409)

    expect((await accept(rui, link)).statusCode).toBe(403)
    const twice = await Promise.all([accept(bia, link), accept(bia, link)])
    expect(twice.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
    expect((await accept(bia, link)).statusCode).toBe(422)
    expect((await accept(bia, 'a'.repeat(43))).statusCode).toBe(422)

    const waiting = (await see(owner)).convites
    const ofRui = waiting.find(({ email }) => email === RUI)?.id
    const ruiLink = await linkOf(RUI)
    expect(await statusOf(`/organizacao/convites/${ofRui}/revogar`, rui)).toBe(404)
    expect(await statusOf(`/organizacao/convites/${ofRui}/reenviar`, rui)).toBe(404)
    expect(await statusOf(`/organizacao/convites/${ofRui}/revogar`, owner)).toBe(200)
    expect((await accept(rui, ruiLink)).statusCode).toBe(422)
    expect((await see(rui)).convites).toEqual([])

    const admin = await join(owner, CAIO, 'admin')
    const planted = await invite(admin, 'second@caio.com', 'admin')
    expect(await setRole(owner, CAIO, 'reader')).toBe(200)
    expect((await accept(await tokenOf('second@caio.com'), planted)).statusCode).toBe(422)

    const late = await invite(owner, 'late@acme.com', 'reader')
    api.clock.advance(7 * DAY_SECONDS)
    expect((await accept(await tokenOf('late@acme.com'), late)).statusCode).toBe(422)
    await api.signUp('unproved@acme.com')
    const unproved = (await api.login('unproved@acme.com')).json().access_token
    expect(await statusOf('/organizacao/convites', unproved, { email: ANA, papel: 'reader' })).toBe(403)
  })

  // Rule: M-MEMBER-5, M-MEMBER-30, M-MEMBER-31
  // Threat: T-MEMBER-1
  test('invitations of one organisation keep nobody from those of another, and a mailbox is not flooded', async () => {
    const { api, statusOf, tokenOf } = await createOffice(database())
    const ask = (token: string, email = CAIO) => statusOf('/organizacao/convites', token, { email, papel: 'reader' })
    const askFive = async (token: string) => {
      const statuses = []
      for (let mail = 0; mail < 5; mail++) {
        statuses.push(await ask(token))
        api.clock.advance(61)
      }
      return statuses
    }
    const [owner, rival] = [await tokenOf(ANA), await tokenOf(RUI)]
    for (const status of [202, ...Array(9).fill(409)]) expect(await ask(rival)).toBe(status)
    expect(await ask(owner)).toBe(202)
    api.clock.advance(61)
    expect([await askFive(rival), await ask(rival)]).toEqual([[202, 202, 202, 202, 429], 429])
    expect(await ask(owner)).toBe(202)

    for (const number of [1, 2, 3]) await askFive(await tokenOf(`rui${number}@rival.com`))
    api.clock.advance(61)
    const later = await tokenOf(ANA)
    expect(await ask(later)).toBe(429)
    // The people of a domain that the organisation has proved.
    await database().execute(
      sql`INSERT INTO watched_domain (organisation_id, domain, token, added_at, proved_at, proved_by)
       SELECT organisation_id, 'acme.com', '', now(), now(), 'dns' FROM account WHERE email = ${ANA}`,
    )
    expect(await ask(later)).toBe(202)
  })

  // Rule: M-MEMBER-6, M-MEMBER-32
  // Threat: T-MEMBER-4
  test('a member of two organisations enters one at a time, and nobody reads another one by its id', async () => {
    const { api, statusOf, post, tokenOf, join, see } = office
    const owner = await tokenOf(ANA)
    const reader = await join(owner, BIA, 'reader')
    const rui = await tokenOf(RUI)
    await api.add('box@acme.com', owner)
    const rival = await see(rui)
    const listed = (await api.get('/organizacoes', reader)).json()
    expect(listed).toMatchObject([
      { papel: 'reader', atual: true },
      { papel: 'owner', atual: false },
    ])
    expect(await statusOf(`/organizacoes/${rival.id}/entrar`, reader)).toBe(404)
    expect(await statusOf(`/organizacao/membros/${rival.membros[0]?.id}/remover`, owner)).toBe(404)
    expect(await statusOf('/organizacao/propriedade', owner, { membro: rival.membros[0]?.id })).toBe(404)

    api.clock.advance(1)
    const own = (await post(`/organizacoes/${listed[1].id}/entrar`, reader)).json().access_token
    expect((await api.get('/emails', own)).json()).toEqual([])
    expect((await api.get('/emails', reader)).json()).toHaveLength(1)
    // The next login begins where the last session was; a changed password stays there.
    const again = (await api.login(BIA)).json().access_token
    expect((await see(again)).id).toBe(listed[1].id)
    const changed = await post('/conta/senha', reader, { atual: PASSWORD, nova: 'outra senha bem longa' })
    expect((await see(changed.json().access_token)).id).toBe(listed[0].id)
    expect((await api.get('/emails', own)).statusCode).toBe(401)
    expect(await statusOf('/organizacao/nome', reader, { nome: 'Minha' })).toBe(401)
    expect(await statusOf('/organizacao/nome', owner, { nome: 'Acme & Filhos' })).toBe(200)
    expect(await statusOf('/organizacao/nome', owner, { nome: 'https://mal.example/' })).toBe(422)
    const named = (await api.get('/organizacoes', changed.json().access_token)).json()
    expect(named.map(({ nome }: { nome: string }) => nome).toSorted()).toEqual([
      'Acme & Filhos',
      `Organização de ${BIA}`,
    ])
  })
})
