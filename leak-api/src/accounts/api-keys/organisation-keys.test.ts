import { ROLES } from '@atalaia/contracts'
import { apiKeysSchema, madeApiKeySchema } from '@atalaia/contracts/api-keys'
import { auditPageSchema } from '@atalaia/contracts/audit'
import { type Database, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { createKeyCalls } from '../../../testing/hibp.ts'
import { createPortal } from '../../../testing/portal.ts'
import { createTestApi, PASSWORD } from '../../../testing/test-api.ts'
import { MAX_KEYS } from './keys-repository.ts'

const PROOF_MISSING = 'Nada foi feito: falta confirmar que é você. Se a página não pergunta, saia e entre de novo.'
const [ANA, BIA, RUI] = ['ana@acme.com', 'bia@acme.com', 'rui@rival.com'] as const
const KEYS = '/organizacao/chaves'
const SIEM = { nome: 'SIEM', permissoes: ['hibp:read', 'findings:read'] }

const createOffices = async (database: Database) => {
  const api = await createTestApi(database)
  const calls = createKeyCalls(api)
  const [ana, rui] = [await api.tokenOf(ANA), await api.tokenOf(RUI)]
  const post = (path: string, token: string, payload: object = {}) =>
    api.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${token}` }, payload })
  const told = async (...call: Parameters<typeof post>) => {
    const answer = await post(...call)
    return [answer.statusCode, answer.json().message]
  }
  const list = async (token: string) => apiKeysSchema.parse((await api.get(KEYS, token)).json())
  const make = async (token: string, body: object = SIEM) =>
    madeApiKeySchema.parse((await post(KEYS, token, body)).json())
  const revoke = async (id: string, token: string, proof: object = {}) =>
    (await post(`${KEYS}/${id}/revogar`, token, proof)).statusCode
  const works = async (key: string, path = '/subscription/status') => (await calls.ask(path, key)).statusCode
  const acts = async (token: string) => {
    const page = auditPageSchema.parse((await api.get('/organizacao/auditoria', token)).json())
    return page.linhas.filter(({ acao }) => acao.startsWith('key.'))
  }
  return { api, ...calls, ana, rui, post, told, list, make, revoke, works, acts }
}

onPostgres((database) => {
  // Rule: M-KEY-1, M-KEY-3, M-KEY-4
  test('an owner makes a key that is told once, sees it by its beginning, and it is refused once the owner has revoked it', async () => {
    const { api, ana, post, list, make, revoke, works, acts } = await createOffices(database())
    expect(await list(ana)).toEqual({ chaves: [], revogadas: [], maximo: MAX_KEYS, confirmar: 'nada' })
    const answer = await post(KEYS, ana, { ...SIEM, nome: ' SIEM ', so: ['ACME.com', 'rh@acme.com'] })
    expect(answer.statusCode).toBe(201)
    const { id, chave } = madeApiKeySchema.parse(answer.json())
    expect(chave).toMatch(/^[\da-f]{32}$/)
    expect((await list(ana)).chaves).toEqual([
      {
        id,
        nome: 'SIEM',
        comeco: chave.slice(0, 4),
        permissoes: ['hibp:read', 'findings:read'],
        so: ['acme.com', 'rh@acme.com'],
        criada_em: expect.stringContaining(api.clock().toISOString().slice(0, 19)),
        usada_em: null,
        revogada_em: null,
      },
    ])
    expect([await works(chave), await works(chave, '/v1/findings'), await works(chave, '/v1/audit')]).toEqual([
      200, 200, 403,
    ])
    const [used] = (await list(ana)).chaves
    expect(new Date(used?.usada_em ?? '')).toEqual(api.clock())
    expect((await api.get(KEYS, ana)).body).not.toContain(chave)

    const other = await make(ana)
    expect([await revoke(id, ana), await works(chave), await works(other.chave)]).toEqual([200, 401, 200])
    expect(await revoke(id, ana)).toBe(404)
    expect(await list(ana)).toMatchObject({ chaves: [{ id: other.id }], revogadas: [{ id, nome: 'SIEM' }] })
    expect((await acts(ana)).map(({ acao, ator, alvo, depois }) => [acao, ator.nome, alvo?.id, depois])).toEqual([
      ['key.revoked', ANA, id, undefined],
      ['key.made', ANA, other.id, { scope: 'hibp:read findings:read' }],
      // No single address is in the log as it is.
      ['key.made', ANA, id, { scope: 'hibp:read findings:read address:r***@acme.com domain:acme.com' }],
    ])
    const stored = await database().query(
      object({ text: string() }),
      sql`SELECT api_key::text AS text FROM api_key UNION ALL SELECT content FROM audit_event
       UNION ALL SELECT content FROM audit_person`,
    )
    for (const { text } of stored) for (const key of [chave, other.chave]) expect(text).not.toContain(key)
    expect(api.log.join('\n')).not.toContain(chave)
  })

  // Rule: M-KEY-4
  // Threat: T-ACCOUNT-6
  test('owners alone reach the keys of their organisation: no other role, no portal, no key, and nobody of another one', async () => {
    const { api, ana, rui, makeKey, post, list, make, revoke, works } = await createOffices(database())
    const { id, chave } = await make(ana)
    const { id: office } = (await api.get('/organizacao', ana)).json()
    await api.tokenOf(BIA)
    await database().execute(
      sql`INSERT INTO membership (account_id, organisation_id, role, since)
       SELECT id, ${office}, 'reader', now() FROM account WHERE email = ${BIA}`,
    )
    const entered = await post(`/organizacoes/${office}/entrar`, await api.tokenOf(BIA))
    const bia: string = entered.json().access_token
    const portal = createPortal(api)
    const portalToken = await portal.tokenOf(await portal.createClient(ANA, 'leaks:read emails:add'))
    const { key: scim } = await makeKey(ANA, 'scim:write')
    const refused = async (token: string) => [
      (await api.get(KEYS, token)).statusCode,
      (await post(KEYS, token, SIEM)).statusCode,
      await revoke(id, token),
    ]
    for (const role of ROLES.slice(1)) {
      await database().execute(
        sql`UPDATE membership SET role = ${role} WHERE organisation_id = ${office}
           AND account_id = (SELECT id FROM account WHERE email = ${BIA})`,
      )
      expect([role, ...(await refused(bia))]).toEqual([role, 403, 403, 403])
    }
    expect(await refused(portalToken)).toEqual([403, 403, 403])
    for (const key of [chave, scim]) expect(await refused(key)).toEqual([401, 401, 401])

    const nobodys = '11111111-1111-4111-8111-111111111111'
    expect([await revoke(id, rui), await revoke(nobodys, rui), await revoke('x', rui)]).toEqual([404, 404, 404])
    const [theirs, none] = [await post(`${KEYS}/${id}/revogar`, rui), await post(`${KEYS}/${nobodys}/revogar`, rui)]
    expect(theirs.body).toBe(none.body)
    expect((await list(rui)).chaves).toEqual([])
    expect(await works(chave)).toBe(200)
  })

  // Rule: M-KEY-4
  // Threat: T-MEMBER-6
  test('from ten minutes after the login keys are made and revoked with the password alone, and without one after a login', async () => {
    const { api, ana, told, list, make, revoke, works } = await createOffices(database())
    const { id, chave } = await make(ana)
    api.clock.advance(10 * 60)
    expect((await list(ana)).confirmar).toBe('senha')
    expect(await told(KEYS, ana, SIEM)).toEqual([403, PROOF_MISSING])
    expect(await told(KEYS, ana, { ...SIEM, senha: 'errada' })).toEqual([422, 'A senha atual não confere.'])
    expect([await revoke(id, ana), await revoke(id, ana, { senha: 'errada' })]).toEqual([403, 422])
    expect([await works(chave), (await list(ana)).chaves.length]).toEqual([200, 1])
    expect(await works((await make(ana, { ...SIEM, senha: PASSWORD })).chave)).toBe(200)
    expect([await revoke(id, ana, { senha: PASSWORD }), await works(chave)]).toEqual([200, 401])

    // As of an account that a provider made.
    await database().execute(sql`UPDATE account SET has_password = false`)
    api.clock.advance(10 * 60)
    expect((await list(ana)).confirmar).toBe('entrada')
    expect(await told(KEYS, ana, { ...SIEM, senha: PASSWORD })).toEqual([403, PROOF_MISSING])
  })

  // Rule: M-KEY-2, M-KEY-5
  test.each([
    ['the directory', { permissoes: ['scim:write'] }, 'o que a chave pode fazer'],
    ['an unknown operation', { permissoes: ['hibp:read', 'tudo'] }, 'o que a chave pode fazer'],
    ['no operation', { permissoes: [] }, 'o que a chave pode fazer'],
    ['an empty name', { nome: ' ' }, 'Informe um nome'],
    ['a long name', { nome: 'x'.repeat(101) }, 'até 100 caracteres'],
    ['a name with a sign that nobody sees', { nome: 'a\u0000b' }, 'Informe um nome'],
    ['a limit with an operation behind it', { so: ['acme.com scim:write'] }, 'sem espaços'],
    ['a limit with a tab', { so: ['acme.com\tscim:write'] }, 'sem espaços'],
    ['a limit that is a word of the scope', { so: ['domain:acme.com'] }, '“domain:acme.com” não é um domínio'],
    ['a limit with a wildcard', { so: ['acme.com', '*@acme.com'] }, '“*@acme.com” não é um domínio'],
    ['an operation as a limit', { so: ['scim:write'] }, '“scim:write” não é um domínio'],
    [
      'the audit log of a domain',
      { permissoes: ['hibp:read', 'audit:read'], so: ['acme.com'] },
      'A auditoria é da organização inteira',
    ],
    [
      'more addresses than a scope holds',
      { so: Array.from({ length: 90 }, (_, index) => `${'x'.repeat(50)}${index}@acme.com`) },
      'endereços demais',
    ],
  ])('a wish for a key with %s is refused with its reason, and nothing is made', async (_what, wish, reason) => {
    const { ana, told, list } = await createOffices(database())
    expect(await told(KEYS, ana, { ...SIEM, ...wish })).toEqual([422, expect.stringContaining(reason)])
    expect((await list(ana)).chaves).toEqual([])
  })

  // Rule: M-KEY-4, M-KEY-5
  test('an owner sees what the operator has made, the directory’s key among it, and revokes it', async () => {
    const { ana, makeKey, list, revoke, acts } = await createOffices(database())
    const { id } = await makeKey(ANA, 'scim:write')
    expect((await list(ana)).chaves).toMatchObject([{ id, permissoes: ['scim:write'], so: [] }])
    expect(await revoke(id, ana)).toBe(200)
    expect(await acts(ana)).toMatchObject([{ acao: 'key.revoked', ator: { tipo: 'account', nome: ANA } }])
  })

  // Rule: M-KEY-1, M-KEY-4, M-OPER-1, M-OPER-25
  test('keys that are asked for at once stay within the limit, a revoked one makes room, and a suspended organisation makes none', async () => {
    const { api, ana, told, list, make, revoke } = await createOffices(database())
    const { id: office } = (await api.get('/organizacao', ana)).json()
    await database().execute(sql`UPDATE organisation SET max_keys = 2 WHERE id = ${office}`)
    const answers = await Promise.all(Array.from({ length: 5 }, () => told(KEYS, ana, SIEM)))
    const full = [422, 'A organização já tem 2 chaves, o máximo: revogue uma que ninguém usa.']
    expect(answers.filter(([status]) => status === 201)).toHaveLength(2)
    expect(answers.filter(([status]) => status !== 201)).toEqual([full, full, full])
    const { chaves, maximo } = await list(ana)
    expect([chaves.length, maximo]).toEqual([2, 2])
    expect(await revoke(chaves[0]?.id ?? '', ana)).toBe(200)
    await make(ana)
    expect(await told(KEYS, ana, SIEM)).toEqual(full)
    await database().execute(
      sql`UPDATE organisation SET suspended_at = now(), suspended_because = 'fatura' WHERE id = ${office}`,
    )
    expect(await told(KEYS, ana, SIEM)).toEqual([403, 'Esta organização está suspensa: fatura'])
  })
})
