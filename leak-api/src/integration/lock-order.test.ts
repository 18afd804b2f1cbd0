import { sql, type Database, type Sql } from '@atalaia/database'
import { int, object, string } from 'zod/mini'
import { onPostgres } from '../../testing/each-database.ts'
import { createIdentityCommands } from '../../testing/identity-commands.ts'
import { createKeyCalls } from '../../testing/hibp.ts'
import { createPushBrowser } from '../../testing/push-service.ts'
import { createTestApi, PASSWORD, type TestApi } from '../../testing/test-api.ts'
import { meet } from '../../testing/meet.ts'
import { createAccountLinks } from '../accounts/account-links.ts'
import { deleteDue } from '../accounts/privacy/leaving.ts'
import { recordActs, recordAuditIn, type AuditAct } from '../base/audit/record-audit.ts'

const [ANA, BIA] = ['ana@acme.com', 'bia@acme.com'] as const
const textSchema = object({ text: string() })

const textOf = async (database: Database, statement: Sql) =>
  (await database.query(textSchema, statement))[0]?.text ?? ''

const logOf = (organisationId: string) =>
  sql`SELECT 1 FROM audit_head WHERE organisation_id = ${organisationId}::bigint FOR UPDATE`

const post = (api: TestApi, path: string, token: string, payload: object = {}) =>
  api.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${token}` }, payload })
const turnOn = (api: TestApi, by: string, browser: { readonly body: object }) =>
  post(api, '/alertas/push/navegadores', by, browser.body)
const statusOf = ({ statusCode }: { readonly statusCode: number }) => statusCode

const createOffice = async (database: Database) => {
  const api = await createTestApi(database)
  const [ana, bia] = [await api.tokenOf(ANA), await api.tokenOf(BIA)]
  const officeOf = (email: string) =>
    textOf(database, sql`SELECT organisation_id::text AS text FROM account WHERE email = ${email}`)
  const office = await officeOf(ANA)
  const idOf = (email: string) => textOf(database, sql`SELECT id::text AS text FROM account WHERE email = ${email}`)
  await database.execute(
    sql`INSERT INTO membership (account_id, organisation_id, role, since) VALUES (${await idOf(BIA)}::uuid, ${office}, 'reader', now())`,
  )
  const leave = (kind: 'account' | 'organisation', id: string) =>
    database.execute(sql`UPDATE ${sql.raw(kind)} SET leaves_at = now() - interval '1 year' WHERE id::text = ${id}`)
  return { api, ana, bia, office, otherOffice: await officeOf(BIA), idOf, leave }
}

onPostgres((database) => {
  // Rule: P-AUDIT-6
  test('the end of all other sessions and a login at once both happen', async () => {
    const { api, ana, office } = await createOffice(database())
    const [ended, login] = await meet(database(), logOf(office), [
      () => post(api, '/conta/sessoes/encerrar', ana),
      () => api.login(ANA),
    ])
    expect(statusOf(ended)).toBe(200)
    // The login had begun before them: it is one of those that ended.
    expect([200, 401]).toContain(statusOf(login))
  })

  // Rule: P-AUDIT-6
  test('an act on an account and its deletion at once both happen, and no name of it is left', async () => {
    const { api, office, idOf, leave } = await createOffice(database())
    const id = await idOf(BIA)
    await leave('account', id)
    const act: AuditAct = {
      action: 'session.refused',
      actor: { kind: 'unknown', network: '203.0.113.0/24' },
      at: api.clock(),
      target: { kind: 'account', id, name: BIA },
    }
    await meet(database(), logOf(office), [
      () => database().transaction((tx) => recordAuditIn(tx, [office], act)),
      () => deleteDue(database(), api.clock()),
    ])
    // Somebody who had read the account before it went writes after it.
    await database().transaction((tx) => recordAuditIn(tx, [office], act))
    expect(await idOf(BIA)).toBe('')
    const named = sql`SELECT string_agg(content, ' ') AS text FROM audit_person WHERE organisation_id = ${office}::bigint`
    expect(await textOf(database(), sql`SELECT coalesce((${named}), '') AS text`)).not.toContain(BIA)
  })

  // Rule: P-AUDIT-6
  test('the end of an account with its organisation and the revocation of its key at once leave neither', async () => {
    const { api, ana, idOf, leave } = await createOffice(database())
    const id = await idOf(ANA)
    const { id: key } = await createKeyCalls(api).makeKey(ANA)
    await database().execute(sql`DELETE FROM membership WHERE account_id = ${await idOf(BIA)}::uuid`)
    await leave('account', id)
    const [, revoked] = await meet(database(), sql`SELECT 1 FROM account WHERE id = ${id}::uuid FOR UPDATE`, [
      () => deleteDue(database(), api.clock()),
      () => post(api, `/organizacao/chaves/${key}/revogar`, ana),
    ])
    // The deletion had begun before it.
    expect([statusOf(revoked), await idOf(ANA)]).toEqual([404, ''])
    expect(await textOf(database(), sql`SELECT count(*)::text AS text FROM api_key`)).toBe('0')
  })

  // Rule: P-AUDIT-6
  test('a member who is removed and the deletion of their account at once both happen', async () => {
    const { api, ana, office, idOf, leave } = await createOffice(database())
    const id = await idOf(BIA)
    // As of somebody who signed up into what is Ana's by now: a removal gives them an organisation of their own.
    await database().execute(sql`UPDATE account SET organisation_id = ${office} WHERE id = ${id}::uuid`)
    await leave('account', id)
    const held = sql`SELECT 1 FROM membership WHERE account_id = ${id}::uuid AND organisation_id = ${office} FOR UPDATE`
    const [removed] = await meet(database(), held, [
      () => post(api, `/organizacao/membros/${id}/remover`, ana),
      () => deleteDue(database(), api.clock()),
    ])
    expect([statusOf(removed), await idOf(BIA)]).toEqual([200, ''])
  })

  // Rule: P-AUDIT-6, P-PRIVACY-2
  test('the deletion of an owner and the demotion of the other one at once leave an owner', async () => {
    const { api, ana, office, idOf, leave } = await createOffice(database())
    await database().execute(sql`UPDATE membership SET role = 'owner' WHERE organisation_id = ${office}`)
    await leave('account', await idOf(BIA))
    const path = `/organizacao/membros/${await idOf(ANA)}/papel`
    const [demoted] = await meet(database(), logOf(office), [
      () => post(api, path, ana, { papel: 'reader' }),
      () => deleteDue(database(), api.clock()),
    ])
    expect(statusOf(demoted)).toBe(200)
    const owners = sql`SELECT count(*)::text AS text FROM membership WHERE organisation_id = ${office} AND role = 'owner'`
    expect([await textOf(database(), owners), await idOf(BIA)]).toEqual(['1', expect.any(String)])
  })

  // Rule: P-AUDIT-6
  test('a login into an organisation and its deletion at once both happen, and no name is left in its log', async () => {
    const { api, office, leave } = await createOffice(database())
    await leave('organisation', office)
    const [login] = await meet(database(), logOf(office), [
      () => api.login(ANA),
      () => deleteDue(database(), api.clock()),
    ])
    expect(statusOf(login)).toBe(200)
    expect(await textOf(database(), sql`SELECT id::text AS text FROM organisation WHERE id = ${office}`)).toBe('')
    const names = sql`SELECT count(*)::text AS text FROM audit_person WHERE organisation_id = ${office}`
    expect(await textOf(database(), names)).toBe('0')
  })

  const createCompany = async ({ api, ana }: Awaited<ReturnType<typeof createOffice>>) => {
    await post(api, '/dominios', ana, { dominio: 'acme.com' })
    await database()
      .script(`UPDATE watched_domain SET proved_at = added_at; UPDATE account SET password_excepted = email = '${ANA}';
      INSERT INTO company_provider (organisation_id, domain, title, kind, issuer, client_id, client_secret, trusts_addresses, new_role, created_at)
      SELECT organisation_id, domain, 'Acme', 'oidc', 'https://acme.com', 'x', '', false, 'reader', now() FROM watched_domain`)
    return createIdentityCommands(api)
  }

  // Rule: P-AUDIT-6, P-IDENTITY-8
  test('a company that enforces its provider ends a login by password that was let in at the same time', async () => {
    const office = await createOffice(database())
    const run = await createCompany(office)
    const { api } = office
    const [enforced, login] = await meet(database(), logOf(office.office), [
      () => run('identity enforce acme.com on'),
      () => api.login(BIA),
    ])
    expect([enforced.slice(0, 1), statusOf(login)]).toEqual(['0', 401])
  })

  // Rule: P-AUDIT-6
  test('a company that enforces its provider and one of its people who changes the password at once: the first one happens', async () => {
    const company = await createOffice(database())
    const { api, bia, office } = company
    const run = await createCompany(company)
    const change = { atual: PASSWORD, nova: 'outra senha bem longa' }
    const [enforced, changed] = await meet(database(), logOf(office), [
      () => run('identity enforce acme.com on'),
      () => post(api, '/conta/senha', bia, change),
    ])
    // The session had ended before the change of the password, which changes nothing.
    expect([enforced.slice(0, 1), statusOf(changed), statusOf(await api.login(BIA, change.nova))]).toEqual([
      '0',
      401,
      403,
    ])
  })

  // Rule: P-AUDIT-6, P-ACCOUNT-6
  test('a password that is changed cancels a move of the account that is confirmed at the same time, or follows it', async () => {
    const { api, ana, idOf } = await createOffice(database())
    const id = await idOf(ANA)
    const link = await createAccountLinks(database()).createMove(id, 'ana@rival.com', api.clock())
    const held = sql`SELECT 1 FROM account WHERE id = ${id}::uuid FOR UPDATE`
    const [changed, moved] = await meet(database(), held, [
      () => post(api, '/conta/senha', ana, { atual: PASSWORD, nova: 'outra senha bem longa' }),
      () =>
        api.app.inject({
          method: 'POST',
          url: '/api/auth/confirmar',
          payload: { token: link?.token, senha: PASSWORD },
        }),
    ])
    expect([statusOf(changed), statusOf(moved), await idOf(ANA)]).toEqual([200, 422, id])
  })

  // Rule: P-AUDIT-6, P-ACCOUNT-7
  test('an account that starts anew and its deletion at once: the first one happens', async () => {
    const { api, bia, otherOffice, idOf, leave } = await createOffice(database())
    const id = await idOf(BIA)
    const link = await createAccountLinks(database()).create(
      { accountId: id, mailbox: BIA, purpose: 'reset' },
      api.clock(),
    )
    await leave('account', id)
    const senha = 'outra senha bem longa'
    const reset = { method: 'POST', url: '/api/auth/redefinir', payload: { token: link?.token, senha } } as const
    const held = sql`SELECT 1 FROM organisation WHERE id = ${otherOffice}::bigint FOR UPDATE`
    const [restarted] = await meet(database(), held, [
      () => api.app.inject(reset),
      () => deleteDue(database(), api.clock()),
    ])
    expect([statusOf(restarted), statusOf(await api.get('/conta', bia))]).toEqual([200, 401])
    expect([(await idOf(BIA)) === id, statusOf(await api.login(BIA, senha))]).toEqual([false, 200])
  })

  // Rule: P-AUDIT-6, M-PUSH-5
  test('a browser that passes to another person and an act in both logs at once both happen', async () => {
    const { api, ana, bia, office, otherOffice } = await createOffice(database())
    const browser = createPushBrowser('https://push.example')
    await turnOn(api, ana, browser)
    const act: AuditAct = { action: 'organisation.entered', actor: { kind: 'operator' }, at: api.clock() }
    const [taken] = await meet(database(), logOf(otherOffice), [
      () => turnOn(api, bia, browser),
      () => database().transaction((tx) => recordAuditIn(tx, [office, otherOffice], act)),
    ])
    expect(statusOf(taken)).toBe(200)
  })

  // Rule: P-AUDIT-6, M-PUSH-5
  test('two people who take a browser from each other at once both do', async () => {
    const { api, ana, bia, office } = await createOffice(database())
    const [ofAna, ofBia] = [createPushBrowser('https://push.example'), createPushBrowser('https://push.example')]
    await turnOn(api, ana, ofAna)
    await turnOn(api, bia, ofBia)
    const held = sql`SELECT 1 FROM organisation WHERE id = ${office}::bigint FOR UPDATE`
    const taken = await meet(database(), held, [() => turnOn(api, ana, ofBia), () => turnOn(api, bia, ofAna)])
    expect(taken.map(statusOf)).toEqual([200, 200])
  })

  // Rule: P-AUDIT-6
  test('two transactions that write into the same logs, in whatever order, both do', async () => {
    const { api, office, otherOffice } = await createOffice(database())
    const act: AuditAct = { action: 'organisation.entered', actor: { kind: 'operator' }, at: api.clock() }
    const into = (...organisationIds: string[]) => ({ organisationIds, act })
    await meet(database(), logOf(office), [
      () => database().transaction((tx) => recordActs(tx, [into(office, otherOffice)])),
      () => database().transaction((tx) => recordActs(tx, [into(otherOffice), into(office)])),
    ])
    const ends = await database().query(
      object({ ordinal: int() }),
      sql`SELECT ordinal::int AS ordinal FROM audit_head WHERE organisation_id = ANY(${[office, otherOffice]}::bigint[])`,
    )
    // A sign-up and a login each.
    expect(ends).toEqual([{ ordinal: 4 }, { ordinal: 4 }])
  })
})
