import { sql } from '@atalaia/database'
import { SUSPENDED_PROBLEM } from '@atalaia/contracts/operator'
import { Secret, TOTP } from 'otpauth'
import { object, string } from 'zod/mini'
import { sendDueAlerts } from '../../notify/alerts/send-alerts.ts'
import { createStopLinks } from '../../notify/alerts/stop-link.ts'
import { createCommandRun, misuseOf } from '../../../testing/command-line.ts'
import { onPostgres } from '../../../testing/each-database.ts'
import { createKeyCalls } from '../../../testing/hibp.ts'
import { createPortal } from '../../../testing/portal.ts'
import { createTestApi, PASSWORD } from '../../../testing/test-api.ts'
import { addOperatorCommands } from './operator-commands.ts'

const [ANA, BIA, OTTO] = ['ana@acme.com', 'bia@acme.com', 'otto@atalaia.example'] as const
const HOUR = 3600
const BECAUSE = 'fatura em aberto'

const createInstallation = async (database: Parameters<typeof createTestApi>[0]) => {
  const api = await createTestApi(database)
  const run = createCommandRun((line) => addOperatorCommands(line, { tools: async () => api.tools }))
  const leaks = async (...words: string[]) => {
    const { code, out, err } = await run(...words)
    return { code, said: out + err }
  }
  const post = (route: string, token: string | undefined, payload: object = {}) =>
    api.app.inject({ method: 'POST', url: `/api${route}`, headers: { authorization: `Bearer ${token}` }, payload })
  const statusOf = async (...call: Parameters<typeof post>) => (await post(...call)).statusCode
  const statusesOf = async (token: string, paths: readonly string[]) => {
    const statuses: number[] = []
    for (const each of paths) statuses.push((await api.get(each, token)).statusCode)
    return statuses
  }
  const proveAll = () => database.execute(sql`UPDATE account SET mailbox_proved_at = now()`)
  const addApp = async (email: string): Promise<string> => {
    const token = await api.tokenOf(email)
    const { segredo } = (await post('/conta/segundo-fator/aplicativo', token, { senha: PASSWORD })).json()
    const codigo = codeOf(segredo)
    expect(await statusOf('/conta/segundo-fator/aplicativo/confirmar', token, { codigo })).toBe(200)
    return segredo
  }
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock().getTime() })
  const enterWith = async (email: string, secret: string): Promise<string> => {
    api.clock.advance(30)
    const { desafio } = (await api.login(email)).json()
    return (await post('/login/segundo-fator', undefined, { desafio, codigo: codeOf(secret) })).json().access_token
  }
  const operator = async (email: string = OTTO): Promise<string> => {
    const secret = await addApp(email)
    await proveAll()
    expect(await leaks('operators', 'add', email, '--yes')).toMatchObject({ code: 0 })
    return enterWith(email, secret)
  }
  const organisationOf = async (token: string): Promise<string> => (await api.get('/organizacao', token)).json().id
  const mails = async (to: string): Promise<string[]> =>
    (
      await database.query(
        object({ kind: string() }),
        sql`SELECT kind FROM mail WHERE recipient = ${to} ORDER BY added_at, kind`,
      )
    ).map(({ kind }) => kind)
  const acts = (organisationId: string) =>
    database.query(
      object({ action: string(), actor: string(), content: string() }),
      sql`SELECT action, actor, content FROM audit_event WHERE organisation_id = ${organisationId}::bigint ORDER BY ordinal`,
    )
  const close = () => api.app.close()
  return {
    api,
    leaks,
    post,
    statusOf,
    statusesOf,
    addApp,
    enterWith,
    operator,
    organisationOf,
    mails,
    acts,
    proveAll,
    close,
  }
}
type Installation = Awaited<ReturnType<typeof createInstallation>>

test.each([
  ['organisations show', 'organisations show: ID is missing'],
  ['organisations show acme', 'ID is a number of the list of organisations, not acme'],
  ['organisations limit 1', 'no limit is given, such as --addresses 100'],
  ['organisations limit 1 --addresses many', '--addresses is a number, or "default"'],
  ['organisations limit 1 --keys 900', '--keys is at most 200'],
  ['organisations suspend 1', '--because TEXT is missing'],
  ['organisations suspend 1 --because x', '--because TEXT has 3 to 500 characters'],
  [`organisations --search ${'x'.repeat(255)}`, '--search is too long'],
  [`operators add ${'x'.repeat(255)}`, 'operators add: MAIL is too long'],
  ['people', 'people: TEXT is missing'],
  ['people sessions end', 'people sessions end: MAIL is missing'],
  ['operators add', 'operators add: MAIL is missing'],
])('"%s" is misuse, and says why', async (words, reason) => {
  expect(await misuseOf((line, tools) => addOperatorCommands(line, { tools }), words)).toEqual({
    code: 2,
    err: expect.stringContaining(reason),
  })
})

onPostgres((database) => {
  let installation: Installation
  beforeEach(async () => {
    installation = await createInstallation(database())
  })
  afterEach(() => installation.close())

  // Rule: M-OPER-1
  // Threat: T-OPER-3
  test('a suspended organisation reaches own accounts alone, keys and portals get 403 with the reason, and data stay', async () => {
    const { api, leaks, post, statusOf, statusesOf, organisationOf, mails, proveAll } = installation
    const portal = createPortal(api)
    const { makeKey, ask } = createKeyCalls(api)
    const ana = await api.tokenOf(ANA)
    await proveAll()
    await api.add('box@acme.com', ana)
    await api.app.inject({
      method: 'PUT',
      url: '/api/alertas',
      headers: { authorization: `Bearer ${ana}` },
      payload: { frequencia: 'imediata', gravidade_minima: 'baixa' },
    })
    const { key } = await makeKey(ANA, 'hibp:read findings:read')
    const client = await portal.createClient(ANA)
    const portalToken = await portal.tokenOf(client)
    const id = await organisationOf(ana)

    expect(await leaks('organisations', 'suspend', id, '--because', BECAUSE)).toMatchObject({ code: 0 })
    expect(await mails(ANA)).toContain('organisation-suspended')
    const refused = await api.get('/emails', ana)
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      expect.objectContaining({ type: SUSPENDED_PROBLEM, message: expect.stringContaining(BECAUSE) }),
    ])
    expect(await statusesOf(ana, ['/dashboard/resumo', '/enderecos', '/dominios', '/clientes/me/origens'])).toEqual([
      403, 403, 403, 403,
    ])
    expect((await api.add('other@acme.com', ana)).statusCode).toBe(403)
    expect(await statusOf('/organizacao/convites', ana, { email: BIA, papel: 'reader' })).toBe(403)
    for (const answer of [await ask('/v1/findings', key), await api.get('/emails', portalToken)])
      expect([answer.statusCode, answer.json()]).toEqual([403, expect.objectContaining({ type: SUSPENDED_PROBLEM })])
    // Its failures have the form of Have I Been Pwned.
    const hibp = await ask('/subscribeddomains', key)
    expect([hibp.statusCode, hibp.json().message]).toEqual([403, expect.stringContaining(BECAUSE)])
    const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret }
    expect([(await portal.askToken(form)).statusCode, (await portal.askToken(form)).json().error]).toEqual([
      403,
      'access_denied',
    ])
    await api.importText('forum', 'box@acme.com:um')
    const alerts = {
      database: database(),
      origin: 'http://localhost:3000',
      stopLinks: createStopLinks(api.keys.link, 'http://localhost:3000/api'),
      clock: api.clock,
    }
    api.clock.advance(HOUR)
    await sendDueAlerts(alerts)
    expect(await mails(ANA)).not.toContain('leak-alert')

    // A login, the reason, and one's own data are still there; an owner may have the organisation deleted.
    const again = (await api.login(ANA)).json().access_token
    expect((await api.get('/organizacao/avisos', again)).json()).toMatchObject({ suspensa: { motivo: BECAUSE } })
    expect(await statusesOf(again, ['/conta', '/conta/dados', '/organizacao'])).toEqual([200, 200, 200])
    expect(await statusOf('/organizacao/exclusao', again, { senha: PASSWORD })).toBe(200)
    expect(await statusOf('/organizacao/exclusao/cancelar', again)).toBe(200)

    expect(await leaks('organisations', 'resume', id)).toMatchObject({ code: 0 })
    expect(await leaks('organisations', 'resume', id)).toMatchObject({
      code: 1,
      said: expect.stringContaining('already'),
    })
    expect((await api.get('/emails', again)).json()).toMatchObject([{ email: 'box@acme.com', numero_vazamentos: 1 }])
    expect((await ask('/subscribeddomains', key)).statusCode).toBe(200)
    await sendDueAlerts(alerts)
    expect(await mails(ANA)).toContain('leak-alert')
    expect((await post('/organizacao/nome', again, { nome: 'Acme' })).statusCode).toBe(200)
  })

  // Rule: M-OPER-2, P-EMAIL-12
  test('what the operator allows an organisation holds at once, and "default" is as much as any again', async () => {
    const { api, leaks, statusOf, organisationOf, acts, proveAll } = installation
    const { makeKey } = createKeyCalls(api)
    const ana = await api.tokenOf(ANA)
    await proveAll()
    const id = await organisationOf(ana)
    const limit = (...words: string[]) => leaks('organisations', 'limit', id, ...words)
    expect(
      await limit('--addresses', '1', '--members', '1', '--keys', '0', '--domains', '0', '--origins', '0'),
    ).toMatchObject({
      code: 0,
      said: expect.stringMatching(/addresses +0 +1 +its own/),
    })
    expect((await api.add('one@acme.com', ana)).statusCode).toBe(201)
    const full = await api.add('two@acme.com', ana)
    expect([full.statusCode, full.json().message]).toEqual([422, expect.stringContaining('1 endereços, o máximo')])
    expect(await statusOf('/enderecos', ana, { enderecos: ['two@acme.com'] })).toBe(422)
    expect(await statusOf('/organizacao/convites', ana, { email: BIA, papel: 'reader' })).toBe(422)
    expect(await statusOf('/dominios', ana, { dominio: 'acme.com' })).toBe(422)
    expect(await statusOf('/clientes/me/origens', ana, { origem: 'https://portal.acme.com' })).toBe(422)
    await expect(makeKey(ANA)).rejects.toThrow('limit')
    expect(await limit('--addresses', 'default', '--members', 'default')).toMatchObject({ code: 0 })
    expect((await api.add('two@acme.com', ana)).statusCode).toBe(201)
    expect(await statusOf('/organizacao/convites', ana, { email: BIA, papel: 'reader' })).toBe(202)
    expect(await leaks('organisations', 'limit', '999999', '--addresses', '1')).toMatchObject({ code: 1 })
    const limited = (await acts(id)).filter(({ action }) => action === 'organisation.limited')
    expect(limited).toMatchObject([{ actor: 'operator' }, { actor: 'operator' }])
    expect(limited[0]?.content).toContain('"enderecos":1')
  })

  // Rule: M-OPER-3
  // Threat: T-OPER-1
  test('the machine alone names operators, of proved mailboxes with a second factor, and ends them at once', async () => {
    const { api, leaks, post, statusOf, statusesOf, addApp, enterWith, organisationOf, operator, acts, proveAll } =
      installation
    const add = () => leaks('operators', 'add', OTTO, '--yes')
    const before = await api.tokenOf(OTTO)
    expect(await add()).toMatchObject({ code: 1, said: expect.stringContaining('nobody has confirmed the mailbox') })
    await proveAll()
    expect(await add()).toMatchObject({ code: 1, said: expect.stringContaining('second factor') })
    const secret = await addApp(OTTO)
    expect(await leaks('operators', 'add', OTTO)).toMatchObject({ code: 1, said: expect.stringContaining('--yes') })
    const ana = await api.tokenOf(ANA)
    const ACTS = ['/operador/organizacoes', '/operador/pessoas?busca=a', '/operador/suporte']
    expect(await statusesOf(ana, ACTS)).toEqual([403, 403, 403])
    expect(await add()).toMatchObject({ code: 0 })
    // A session from before has shown the password alone.
    expect((await api.get('/operador/organizacoes', before)).statusCode).toBe(401)
    const otto = await enterWith(OTTO, secret)
    expect(await statusesOf(otto, ACTS)).toEqual([200, 200, 200])
    expect((await api.get('/organizacao/avisos', otto)).json()).toMatchObject({
      operador: true,
      papel: 'owner',
      como_suporte: false,
    })
    const listed = (await api.get('/operador/organizacoes?busca=acme', otto)).json()
    expect(listed).toMatchObject({ encontradas: 1, linhas: [{ nome: `Organização de ${ANA}`, suspensa: null }] })
    // Neither the page nor a token names operators, and an operator touches no other one.
    expect(await statusOf('/operador/operadores', otto, { email: ANA })).toBe(404)
    const paul = await operator('paul@atalaia.example')
    expect(await statusOf('/operador/pessoas/fatores/remover', otto, { email: 'paul@atalaia.example' })).toBe(403)
    expect(await statusOf('/operador/pessoas/sessoes/encerrar', otto, { email: 'paul@atalaia.example' })).toBe(403)
    // An operator whose organisation is suspended is out, and so is one without the second factor.
    await leaks('organisations', 'suspend', await organisationOf(paul), '--because', BECAUSE)
    expect(await statusesOf(paul, ACTS)).toEqual([403, 403, 403])
    await post('/conta/segundo-fator/aplicativo/remover', otto, { senha: PASSWORD })
    expect(await statusesOf(otto, ACTS)).toEqual([403, 403, 403])
    const own = await organisationOf(otto)
    expect(await leaks('operators', 'remove', OTTO, '--yes')).toMatchObject({ code: 0 })
    expect((await api.get('/conta', otto)).statusCode).toBe(401)
    expect((await leaks('operators')).said).not.toContain(OTTO)
    expect((await acts(own)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['operator.added', 'operator.removed']),
    )
  })

  // Rule: M-OPER-4
  // Threat: T-OPER-2
  test('an operator ends the sessions of a person, and takes lost factors away: the mailbox is told and the log says who', async () => {
    const { api, leaks, statusOf, addApp, organisationOf, operator, mails, acts } = installation
    const otto = await operator()
    await addApp(BIA)
    const bia = await api.tokenOf(ANA)
    const id = await organisationOf(bia)
    expect((await leaks('people', 'acme')).said).toMatch(/ana@acme\.com.*none[^]*bia@acme\.com.*app/)
    expect(await statusOf('/operador/pessoas/sessoes/encerrar', otto, { email: ANA })).toBe(200)
    expect((await api.get('/conta', bia)).statusCode).toBe(401)
    expect((await acts(id)).at(-1)).toMatchObject({
      action: 'sessions.ended-by-operator',
      actor: expect.not.stringMatching('operator'),
    })
    expect((await acts(id)).at(-1)?.content).not.toContain(OTTO)

    expect((await api.login(BIA)).statusCode).toBe(401)
    expect(await leaks('people', 'factors', 'remove', BIA)).toMatchObject({
      code: 1,
      said: expect.stringContaining('--yes'),
    })
    expect((await api.login(BIA)).statusCode).toBe(401)
    expect(await leaks('people', 'factors', 'remove', BIA, '--yes')).toMatchObject({ code: 0 })
    expect((await mails(BIA)).filter((kind) => kind === 'second-factor')).toHaveLength(2)
    expect((await api.login(BIA)).statusCode).toBe(200)
    expect(await leaks('people', 'factors', 'remove', BIA, '--yes')).toMatchObject({ code: 1 })
    expect(await leaks('people', 'sessions', 'end', 'nobody@acme.com', '--yes')).toMatchObject({
      code: 1,
      said: expect.stringContaining('there is no account'),
    })
  })

  // Rule: M-SUPPORT-1, M-SUPPORT-2, M-SUPPORT-3, M-SUPPORT-24, M-SUPPORT-25
  // Threat: T-OPER-4
  test('an operator sees an organisation only with its yes, less than a reader does, and until it ends', async () => {
    const { api, leaks, post, statusOf, statusesOf, organisationOf, operator, mails, acts } = installation
    const otto = await operator()
    const ana = await api.tokenOf(ANA)
    await api.importText('forum', 'box@acme.com:um')
    await api.add('box@acme.com', ana)
    const box = (await api.get('/emails', ana)).json()[0].id
    const [person] = (await api.get('/casos', ana)).json().pessoas
    await post(`/emails/${box}/caso`, ana, {
      fonte: 'forum',
      versao: 0,
      responsavel: person.id,
      estado: 'em-andamento',
    })
    await post(`/emails/${box}/passos`, ana, { passo: 'trocar-senha', feito: true })
    const id = await organisationOf(ana)
    const enter = async () => (await post(`/organizacoes/${id}/entrar`, otto)).json().access_token
    const asked = async (motivo = 'erro no painel', horas = 2) => {
      api.clock.advance(1)
      const status = await statusOf(`/operador/organizacoes/${id}/suporte`, otto, { motivo, horas })
      return { status, request: (await api.get('/organizacao/suporte', ana)).json()[0] }
    }
    const decide = (request: string, aceita: boolean, by: string) =>
      statusOf(`/organizacao/suporte/${request}/decidir`, by, { aceita })

    // Without the yes: nothing.
    expect((await asked('x', 2)).status).toBe(422)
    expect((await asked('muito tempo', 73)).status).toBe(422)
    for (const wrong of [`0${id}`, '0', '-1', ` ${id}`])
      expect(
        await statusOf(`/operador/organizacoes/${encodeURIComponent(wrong)}/suporte`, otto, {
          motivo: 'teste',
          horas: 1,
        }),
      ).toBe(404)
    const first = await asked()
    expect([first.status, first.request.situacao]).toEqual([200, 'pedido'])
    expect((await asked()).status).toBe(409)
    expect(await mails(ANA)).toContain('support-asked')
    expect(await enter()).toBeUndefined()
    expect(await decide(first.request.id, true, otto)).toBe(404)
    expect((await api.get('/organizacao/avisos', ana)).json()).toMatchObject({ pedidos: 1, suporte: [] })
    expect(await decide(first.request.id, false, ana)).toBe(200)
    expect(await decide(first.request.id, true, ana)).toBe(409)
    expect(await enter()).toBeUndefined()

    // With it: what a reader reads, without the people, and everybody reads that it is so.
    const { request } = await asked()
    expect(await decide(request.id, true, ana)).toBe(200)
    const inside: string = await enter()
    expect((await api.get('/emails', inside)).json()).toMatchObject([{ email: 'box@acme.com' }])
    expect(
      await statusesOf(inside, [
        '/dashboard/resumo',
        '/enderecos',
        '/organizacao',
        '/organizacao/suporte',
        '/organizacao/chaves',
        `/emails/${box}/casos`,
      ]),
    ).toEqual([200, 200, 403, 403, 403, 403])
    expect(await statusOf('/organizacao/chaves', inside, { nome: 'x', permissoes: ['hibp:read'] })).toBe(403)
    for (const path of ['/enderecos', `/emails/${box}`])
      expect([(await api.get(path, ana)).body.includes(ANA), (await api.get(path, inside)).body.includes(ANA)]).toEqual(
        [true, false],
      )
    expect((await api.add('two@acme.com', inside)).statusCode).toBe(403)
    expect(await statusOf('/organizacao/convites', inside, { email: OTTO, papel: 'owner' })).toBe(403)
    expect(await statusOf('/organizacao/exclusao', inside, { senha: PASSWORD })).toBe(403)
    expect(await statusOf('/organizacao/sair', inside)).toBe(404)
    expect((await api.get('/organizacao/avisos', ana)).json()).toMatchObject({
      suporte: [{ operador: OTTO }],
      como_suporte: false,
    })
    const used = (await acts(id)).filter(({ action }) => action === 'support.used')
    expect(used.map(({ content }) => JSON.parse(content).after)).toEqual([
      { metodo: 'GET', caminho: '/api/emails' },
      { metodo: 'GET', caminho: '/api/dashboard/resumo' },
      { metodo: 'GET', caminho: '/api/enderecos' },
      { metodo: 'GET', caminho: '/api/enderecos' },
      { metodo: 'GET', caminho: `/api/emails/${box}` },
    ])

    // The owner ends it; another one runs out by itself; a third ends with the operator.
    expect(await statusOf(`/organizacao/suporte/${request.id}/encerrar`, ana)).toBe(200)
    expect((await api.get('/emails', inside)).statusCode).toBe(401)
    const grant = async () => {
      const next = (await asked()).request
      expect(await decide(next.id, true, ana)).toBe(200)
      return (await enter()) ?? ''
    }
    const second = await grant()
    expect((await api.get('/emails', second)).statusCode).toBe(200)
    api.clock.advance(2 * HOUR)
    expect((await api.get('/emails', second)).statusCode).toBe(401)
    expect(await enter()).toBeUndefined()
    for (const by of [otto, ana]) expect(await statusOf('/conta/prova', by, { senha: PASSWORD })).toBe(200)
    const third = await grant()
    await leaks('organisations', 'suspend', id, '--because', BECAUSE)
    expect((await api.get('/emails', third)).statusCode).toBe(403)
    await leaks('organisations', 'resume', id)
    expect((await api.get('/emails', third)).statusCode).toBe(200)
    // Without the second factor the account is no operator; without the account there is no access.
    await post('/conta/segundo-fator/aplicativo/remover', otto, { senha: PASSWORD })
    expect((await api.get('/emails', third)).statusCode).toBe(401)
    await leaks('operators', 'remove', OTTO, '--yes')
    expect((await api.get('/emails', third)).statusCode).toBe(401)
    expect((await api.get('/organizacao/suporte', ana)).json()).toEqual([])
    expect((await acts(id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['support.asked', 'support.granted', 'support.refused', 'support.ended']),
    )
  })

  // Rule: M-SUPPORT-1, M-SUPPORT-2, M-SUPPORT-24, M-SUPPORT-25
  // Threat: T-OPER-4
  test('what was copied from a support access stays dead with the next one, and no access reaches or ends another', async () => {
    const { api, post, statusOf, statusesOf, organisationOf, operator } = installation
    const otto = await operator()
    const paul = await operator('paul@atalaia.example')
    const [ana, bia] = [await api.tokenOf(ANA), await api.tokenOf(BIA)]
    const [ours, theirs] = [await organisationOf(ana), await organisationOf(bia)]
    const wish = { motivo: 'erro no painel', horas: 2 }
    const ask = async () => {
      api.clock.advance(1)
      expect(await statusOf(`/operador/organizacoes/${ours}/suporte`, otto, wish)).toBe(200)
      return String((await api.get('/organizacao/suporte', ana)).json()[0].id)
    }
    const say = (request: string, aceita: boolean, by: string) =>
      statusOf(`/organizacao/suporte/${request}/decidir`, by, { aceita })
    const enter = async (organisation: string, by: string): Promise<string | undefined> =>
      (await post(`/organizacoes/${organisation}/entrar`, by)).json().access_token

    // Another organisation's owner answers nothing here, another operator ends nothing, and neither learns that it is there.
    const first = await ask()
    expect(await say(first, true, bia)).toBe(404)
    expect(await statusOf(`/organizacao/suporte/${first}/encerrar`, bia)).toBe(404)
    expect(await statusOf(`/operador/suporte/${first}/encerrar`, paul)).toBe(404)
    expect(await say(first, true, ana)).toBe(200)
    expect([await enter(theirs, otto), await enter(ours, paul), await enter(ours, bia)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const copied = (await enter(ours, otto)) ?? ''
    // From inside it leads to no other organisation, and to nothing that stays.
    expect(await enter(theirs, copied)).toBeUndefined()
    expect(await statusesOf(copied, ['/organizacao', '/organizacao/auditoria', '/webhooks', '/casos'])).toEqual([
      403, 403, 403, 403,
    ])
    expect(await statusOf('/organizacao/retencao', copied, { relatorios: 30 })).toBe(403)
    expect((await api.get('/emails', copied)).statusCode).toBe(200)

    expect(await statusOf(`/operador/suporte/${first}/encerrar`, otto)).toBe(200)
    expect((await api.get('/emails', copied)).statusCode).toBe(401)
    expect(await say(await ask(), true, ana)).toBe(200)
    expect((await api.get('/emails', copied)).statusCode).toBe(401)
    expect((await api.get('/emails', await enter(ours, otto))).statusCode).toBe(200)
  })

  // Rule: M-SUPPORT-1, M-SUPPORT-24
  // Threat: T-OPER-4
  test('an operator who is in the organisation gets no support access, and says yes to none of their own', async () => {
    const { api, statusOf, organisationOf, operator } = installation
    const otto = await operator()
    const own = await organisationOf(otto)
    const wish = { motivo: 'ver sem sim', horas: 1 }
    expect(await statusOf(`/operador/organizacoes/${own}/suporte`, otto, wish)).toBe(409)
    const id = await organisationOf(await api.tokenOf(ANA))
    expect(await statusOf(`/operador/organizacoes/${id}/suporte`, otto, wish)).toBe(200)
    // Meanwhile somebody has made the operator an owner there.
    await database().execute(
      sql`INSERT INTO membership (account_id, organisation_id, role, since)
       SELECT id, ${id}, 'owner', now() FROM account WHERE email = ${OTTO}`,
    )
    const member = (
      await api.app.inject({
        method: 'POST',
        url: `/api/organizacoes/${id}/entrar`,
        headers: { authorization: `Bearer ${otto}` },
        payload: {},
      })
    ).json().access_token
    const [request] = (await api.get('/organizacao/suporte', member)).json()
    expect(await statusOf(`/organizacao/suporte/${request.id}/decidir`, member, { aceita: true })).toBe(409)
  })
})
