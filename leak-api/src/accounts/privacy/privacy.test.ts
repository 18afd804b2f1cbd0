import { sql } from '@atalaia/database'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loginAnswerSchema } from '@atalaia/contracts'
import { object, string } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { createTestApi, PASSWORD, type TestApi } from '../../../testing/test-api.ts'
import { deleteDue } from './leaving.ts'
import { PERSONAL_DATA } from './personal-data.ts'
import { sweepRetention } from './retention.ts'

const ANA = 'ana@acme.com'
const DAY = 86_400
const nameSchema = object({ name: string() })

const post = (api: TestApi, path: string, payload: object, token: string) =>
  api.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${token}` }, payload })
const mailsTo = (api: TestApi, recipient: string) =>
  api.tools.database.query(
    nameSchema,
    sql`SELECT kind AS name FROM mail WHERE recipient = ${recipient} ORDER BY added_at, kind`,
  )

const joinOrganisationOf = async (api: TestApi, owner: string, email: string): Promise<string> => {
  const own = await api.tokenOf(email)
  await api.tools.database.execute(
    sql`INSERT INTO membership (account_id, organisation_id, role, since)
     SELECT member.id, owner.organisation_id, 'reader', now() FROM account AS member, account AS owner
     WHERE member.email = ${email} AND owner.email = ${owner}`,
  )
  const [{ name } = { name: '' }] = await api.tools.database.query(
    nameSchema,
    sql`SELECT organisation_id::text AS name FROM account WHERE email = ${owner}`,
  )
  return loginAnswerSchema.parse((await post(api, `/organizacoes/${name}/entrar`, {}, own)).json()).access_token ?? ''
}

onPostgres((database) => {
  // Rule: P-PRIVACY-1
  test('every table that names an account or a mailbox is written down', async () => {
    await createTestApi(database())
    const named = await database().query(
      nameSchema,
      sql`SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
         WHERE confrelid = 'account'::regclass AND contype = 'f'
       UNION SELECT DISTINCT table_name::text FROM information_schema.columns
           JOIN information_schema.tables USING (table_schema, table_name)
         WHERE table_type = 'BASE TABLE' AND table_schema = 'public' AND column_name IN ('recipient', 'mailbox')`,
    )
    const known = PERSONAL_DATA.map(({ table }) => table)
    const docs = await readFile(join(import.meta.dirname, '../../../../docs/privacy.md'), 'utf8')
    const text = docs.replaceAll(/\s+/g, ' ')
    const lines = PERSONAL_DATA.map(({ table, what, until }) => `- \`${table}\`: ${what}. Until: ${until}.`)
    expect(lines.filter((line) => !text.includes(line))).toEqual([])
    expect(named.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  })

  // Rule: P-PRIVACY-1
  test('a person gets all that is kept about them as one file, and nothing of others', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf(ANA)
    await api.tokenOf('bia@acme.com')
    await database().script(`
      INSERT INTO recovery_code SELECT id, '\\x01'::bytea FROM account;
      INSERT INTO mailbox_code SELECT organisation_id, email, '\\x01', now(), now() FROM account;
      INSERT INTO factor_challenge (challenge_hash, purpose, account_id, expires_at)
        SELECT decode(md5(email), 'hex'), 'login', id, now() FROM account;
      INSERT INTO sign_in (cookie_hash, provider, nonce, verifier, expires_at, account_id, identity)
        SELECT decode(md5(email), 'hex'), 'google', 'kept-nonce', '', now(), id, '{"subject": "7"}' FROM account;`)
    const answer = await api.get('/conta/dados', token)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="meus-dados.json"')
    expect(answer.json()).toMatchObject({
      account: [{ email: ANA }],
      known_network: [{ ultimo_acesso: expect.any(String) }],
      account_link: [{ finalidade: 'proof' }],
      delivery: [{ tipo: 'mailbox-proof', assunto: expect.any(String) }],
      membership: [{ organizacao: `Organização de ${ANA}`, papel: 'owner' }],
      recovery_code: [{ por_usar: 1 }],
      factor_challenge: [{ finalidade: 'login' }],
      sign_in: [{ provedor: 'google', dito_pelo_provedor: { subject: '7' } }],
      mailbox_code: [{ enviado_em: expect.any(String) }],
    })
    expect(Object.keys(answer.json())).toEqual(PERSONAL_DATA.map(({ table }) => table))
    expect(answer.body).not.toMatch(/bia@|argon2|password_hash|token_hash|kept-nonce/)
  })

  // Rule: P-PRIVACY-2, P-PRIVACY-26
  // Threat: T-ACCOUNT-19
  test('an account is deleted after the time of grace with what is its alone, unless its person cancels', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf(ANA)
    await api.add('contato@acme.com', token)
    const leave = (senha: string) => post(api, '/conta/exclusao', { senha }, token)
    expect((await leave('errada')).statusCode).toBe(422)
    const until = new Date(api.clock().getTime() + 14 * DAY * 1000)
    const asked = await leave(PASSWORD)
    expect(Date.parse(asked.json().exclui_em)).toBe(until.getTime())
    expect((await api.get('/conta', token)).json()).toMatchObject({ exclui_em: expect.any(String) })
    expect((await post(api, '/conta/exclusao/cancelar', {}, token)).statusCode).toBe(200)
    expect((await api.get('/conta', token)).json()).toEqual({ email: ANA, caixa_confirmada: false })

    await leave(PASSWORD)
    await deleteDue(database(), new Date(until.getTime() - 1000))
    expect((await api.login(ANA)).statusCode).toBe(200)
    await deleteDue(database(), until)
    expect((await api.login(ANA)).statusCode).toBe(401)
    expect((await api.get('/emails', token)).statusCode).toBe(401)
    expect(await mailsTo(api, ANA)).toEqual([{ name: 'account-deleted' }])
    const left = await database().query(
      nameSchema,
      sql`SELECT 'organisation' AS name FROM organisation UNION ALL SELECT 'monitored_address' FROM monitored_address
       UNION ALL SELECT 'known_network' FROM known_network UNION ALL SELECT 'membership' FROM membership`,
    )
    expect(left).toEqual([])
  })

  // Rule: P-PRIVACY-1, P-PRIVACY-2, P-PRIVACY-3, P-PRIVACY-26
  // Threat: T-ACCOUNT-19
  test('nobody reads or deletes another one by naming them, by a session that has ended, by guesses, or as less than an owner', async () => {
    const api = await createTestApi(database())
    const [ana, rui] = [await api.tokenOf(ANA), await api.tokenOf('rui@rival.com')]
    const { id: organisation, membros } = (await api.get('/organizacao', ana)).json()
    const named = {
      id: membros[0].id,
      conta: membros[0].id,
      email: ANA,
      organizacao: organisation,
      organisationId: organisation,
    }
    const query = new URLSearchParams(named).toString()
    expect((await api.get(`/conta/dados?${query}`, rui)).body).not.toContain(ANA)
    for (const path of ['/conta/exclusao', '/organizacao/exclusao']) {
      await post(api, `${path}?${query}`, { senha: PASSWORD, ...named }, rui)
      await post(api, `${path}/cancelar?${query}`, named, rui)
    }
    const wishes = () =>
      database().query(
        nameSchema,
        sql`SELECT email AS name FROM account WHERE leaves_at IS NOT NULL UNION ALL
         SELECT id::text FROM organisation WHERE leaves_at IS NOT NULL`,
      )
    expect(await wishes()).toEqual([])

    // A role below the owner's neither deletes nor keeps, and one that was taken away neither.
    const bia = await joinOrganisationOf(api, ANA, 'bia@acme.com')
    const setRole = (role: string) =>
      database().execute(
        sql`UPDATE membership SET role = ${role} FROM account WHERE account.id = account_id AND email = 'bia@acme.com'
           AND membership.organisation_id = ${organisation}::bigint`,
      )
    const statusesOf = async (token: string) => [
      (await post(api, '/organizacao/exclusao', { senha: PASSWORD }, token)).statusCode,
      (await post(api, '/organizacao/exclusao/cancelar', {}, token)).statusCode,
    ]
    for (const role of ['admin', 'analyst', 'reader', 'auditor']) {
      await setRole(role)
      expect([role, ...(await statusesOf(bia))]).toEqual([role, 403, 403])
    }
    await setRole('owner')
    expect(await statusesOf(bia)).toEqual([200, 200])
    await setRole('admin')
    expect(await statusesOf(bia)).toEqual([403, 403])

    // What was copied of a session is worth nothing after a log-out and after another password, for the wish and for its undoing.
    const left = (await api.login(ANA)).json().access_token
    await api.app.inject({ method: 'DELETE', url: '/api/sessao', headers: { authorization: `Bearer ${left}` } })
    expect((await post(api, '/conta/exclusao', { senha: PASSWORD }, left)).statusCode).toBe(401)
    const changed = { atual: PASSWORD, nova: 'outra senha bem longa' }
    const renewed = (await post(api, '/conta/senha', changed, ana)).json().access_token
    const other = (await api.login(ANA, changed.nova)).json().access_token
    const only = await post(api, '/conta/sessoes/encerrar', { senha: changed.nova }, renewed)
    const kept: string = only.json().access_token
    for (const ended of [left, ana, other]) {
      expect((await api.get('/conta/dados', ended)).statusCode).toBe(401)
      for (const path of ['/conta/exclusao', '/organizacao/exclusao'])
        for (const senha of [PASSWORD, changed.nova]) {
          expect((await post(api, path, { senha }, ended)).statusCode).toBe(401)
          expect((await post(api, `${path}/cancelar`, {}, ended)).statusCode).toBe(401)
        }
    }
    expect(await wishes()).toEqual([])

    // Ten guesses an hour, whichever of the two they are for; the right password is refused then, too.
    const guess = async (path: string, senha: string) => (await post(api, path, { senha }, kept)).statusCode
    for (let wrong = 0; wrong < 10; wrong++)
      expect(await guess(wrong % 2 ? '/conta/exclusao' : '/organizacao/exclusao', `errada ${wrong}`)).toBe(422)
    expect(await guess('/conta/exclusao', changed.nova)).toBe(429)
    expect(await wishes()).toEqual([])
  })

  // Rule: P-PRIVACY-2, P-PRIVACY-26
  test('the only owner of an organisation with others stays until another one owns it', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf(ANA)
    await joinOrganisationOf(api, ANA, 'bia@acme.com')
    const leave = () => post(api, '/conta/exclusao', { senha: PASSWORD }, token)
    expect([(await leave()).statusCode, (await leave()).json().message]).toEqual([
      409,
      expect.stringContaining(`Só você é dono de: Organização de ${ANA}.`),
    ])
    await database().execute(sql`UPDATE membership SET role = 'owner'`)
    const until = new Date((await leave()).json().exclui_em)
    // Meanwhile the other one has given it up.
    await database().execute(
      sql`UPDATE membership SET role = 'reader' FROM account WHERE account.id = account_id AND email = 'bia@acme.com'
         AND membership.organisation_id <> account.organisation_id`,
    )
    await deleteDue(database(), until)
    expect((await api.login(ANA)).statusCode).toBe(200)
  })

  // Rule: P-PRIVACY-3
  // Threat: T-ACCOUNT-19
  test('an organisation is deleted after the time of grace, and its people keep their accounts', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf(ANA)
    await api.add('contato@acme.com', token)
    const bia = await joinOrganisationOf(api, ANA, 'bia@acme.com')
    const leave = (senha: string, by = token) => post(api, '/organizacao/exclusao', { senha }, by)
    expect((await leave('errada')).statusCode).toBe(422)
    expect((await leave(PASSWORD, bia)).statusCode).toBe(403)
    expect((await leave(PASSWORD)).statusCode).toBe(200)
    expect(await mailsTo(api, ANA)).toContainEqual({ name: 'organisation-leaving' })
    expect((await post(api, '/organizacao/exclusao/cancelar', {}, token)).statusCode).toBe(200)
    expect((await api.get('/organizacao', token)).json()).not.toHaveProperty('exclui_em')

    const until = new Date((await leave(PASSWORD)).json().exclui_em)
    expect((await api.get('/organizacao', token)).json()).toMatchObject({ exclui_em: expect.any(String) })
    await deleteDue(database(), until)
    expect((await api.get('/emails', token)).statusCode).toBe(401)
    for (const email of [ANA, 'bia@acme.com']) {
      const again = (await api.login(email)).json().access_token
      expect((await api.get('/emails', again)).json()).toEqual([])
    }
  })

  // Rule: P-PRIVACY-4, P-PRIVACY-27
  test('what an organisation keeps for less time goes when it is over, of no other one, and the log keeps its names a year', async () => {
    const api = await createTestApi(database())
    const [ana, rui] = [await api.tokenOf(ANA), await api.tokenOf('rui@rival.com')]
    for (const token of [ana, rui]) await api.add('contato@acme.com', token)
    await api.importText('forum', 'contato@acme.com:um')
    const reports = async (token: string) =>
      (await api.get('/dashboard/resumo', token)).json().ultimos_3_relatorios.length
    const set = (change: object, by = ana) =>
      post(
        api,
        '/organizacao/retencao',
        { relatorios: null, acoes_de_portais: null, nomes_na_auditoria: null, ...change },
        by,
      )
    const bia = await joinOrganisationOf(api, ANA, 'bia@acme.com')
    expect((await set({ relatorios: 30 }, bia)).statusCode).toBe(403)
    for (const change of [{ nomes_na_auditoria: 364 }, { relatorios: 29 }, { acoes_de_portais: 91 }])
      expect([change, (await set(change)).statusCode]).toEqual([change, 422])
    expect((await set({ relatorios: 30, nomes_na_auditoria: 365 })).statusCode).toBe(200)
    expect((await api.get('/organizacao/retencao', ana)).json()).toEqual({
      relatorios: 30,
      acoes_de_portais: null,
      nomes_na_auditoria: 365,
      limites: {
        relatorios: { minimo: null, maximo: null },
        acoes_de_portais: { minimo: null, maximo: null },
        nomes_na_auditoria: { minimo: null, maximo: null },
      },
    })
    const later = (days: number) => new Date(api.clock().getTime() + days * DAY * 1000)
    await sweepRetention(database(), later(29))
    const both = [await reports(ana), await reports(rui)]
    expect(both).toEqual([expect.any(Number), both[0]])
    await sweepRetention(database(), later(32))
    expect([await reports(ana), await reports(rui)]).toEqual([0, both[1]])
    expect(both[0]).toBeGreaterThan(0)
    expect((await set({}, rui)).statusCode).toBe(200)
    const named = () =>
      database().query(
        nameSchema,
        sql`SELECT DISTINCT email AS name FROM audit_person JOIN account USING (organisation_id)
         WHERE email = ANY(${[ANA, 'rui@rival.com']}::text[]) ORDER BY email`,
      )
    await sweepRetention(database(), later(364))
    expect(await named()).toEqual([{ name: ANA }, { name: 'rui@rival.com' }])
    await sweepRetention(database(), later(366))
    expect(await named()).toEqual([{ name: 'rui@rival.com' }])
  })
})
