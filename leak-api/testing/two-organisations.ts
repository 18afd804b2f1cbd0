import { decodeJwt } from 'jose'
import { array, object, string } from 'zod/mini'
import { OWNER_KEY_SCOPES } from '@atalaia/contracts/api-keys'
import type { Database } from '@atalaia/database'
import { createFactorsRepository } from '../src/accounts/second-factor/factors-repository.ts'
import { hashPassword } from '../src/accounts/passwords.ts'
import type { AppOptions } from '../src/app-parts.ts'
import { createAccountsRepository } from '../src/base/people/accounts-repository.ts'
import { createKeyCalls } from './hibp.ts'
import { createPortal } from './portal.ts'
import { CHEAP, createTestApi, PASSWORD } from './test-api.ts'

export const OURS = { account: 'ana@acme.com', address: 'caixa@acme.com', origin: 'https://portal.acme.com' }
export const THEIRS = { account: 'rui@rival.com', address: 'diretoria@rival.com', origin: 'https://portal.rival.com' }
export const SHARED = 'suporte@fornecedor.com'
const REMOVED = 'saiu@rival.com'
const MAX_ADDRESSES = 3

export const PUSH_BROWSER = {
  endereco: 'https://push.example/x',
  p256dh: `B${'A'.repeat(86)}`,
  auth: 'A'.repeat(22),
}

const rows = array(object({ id: string() }))
const summary = object({ ultimos_3_relatorios: array(object({ url: string() })) })

const findProof = () => Promise.resolve({ status: 'not-proved', fault: 'absent' } as const)

export const createOrganisations = async (database: Database, options: Partial<AppOptions> = {}) => {
  const api = await createTestApi(database, { maxAddresses: MAX_ADDRESSES, findProof, ...options })
  const portal = createPortal(api)
  const { makeKey, ask } = createKeyCalls(api)
  const accounts = createAccountsRepository(database)
  const passwordHash = await hashPassword(PASSWORD, CHEAP)
  await accounts.create({ email: OURS.account, passwordHash, at: api.clock() })
  await accounts.create({ email: THEIRS.account, passwordHash, at: api.clock(), fabricated: true })
  await api.importText('forum', `${OURS.address}:um\n${SHARED}:dois\n${THEIRS.address}:a\n${THEIRS.address}:b`)
  await api.importInvented('inventada', `${OURS.address}:x\n${SHARED}:y\n${THEIRS.address}:z`)

  const addPasskey = async (email: string) => {
    const factors = createFactorsRepository(database)
    const { id: accountId = '' } = (await accounts.findByEmail(email)) ?? {}
    const made = { publicKey: '00', counter: 0, transports: '', name: `Chave de ${email}` }
    await factors.addPasskey({ ...made, accountId, credentialId: email }, api.clock())
    return (await factors.passkeys(accountId))[0]?.id ?? ''
  }

  const setUp = async ({ account, address, origin }: typeof OURS) => {
    const { access_token: token } = (await api.login(account)).json()
    for (const each of [address, SHARED]) expect((await api.add(each, token)).statusCode).toBe(201)
    await portal.allow(account, origin)
    const passkey = await addPasskey(account)
    const client = await portal.createClient(account, 'leaks:read emails:add')
    const { id: keyId, key } = await makeKey(account, OWNER_KEY_SCOPES.join(' '))
    const named = await api.app.inject({
      method: 'POST',
      url: '/api/dominios',
      headers: { authorization: `Bearer ${token}` },
      payload: { dominio: address.split('@')[1] },
    })
    const proof: string = named.json().prova.texto
    const hook = await api.app.inject({
      method: 'POST',
      url: '/api/webhooks',
      headers: { authorization: `Bearer ${token}` },
      payload: { nome: account, endereco: `${origin}/webhook`, modelo: 'atalaia', gravidade_minima: 'baixa' },
    })
    const webhook: string = hook.json().webhook.id
    const pushed = await api.app.inject({
      method: 'POST',
      url: '/api/alertas/push/navegadores',
      headers: { authorization: `Bearer ${token}` },
      payload: { ...PUSH_BROWSER, endereco: `${origin}/push` },
    })
    const browser: string = pushed.json().navegadores[0].id
    return { token, client, portalToken: await portal.tokenOf(client), keyId, key, proof, passkey, webhook, browser }
  }
  return { api, ask, makeKey, setUp }
}

export type Organisations = Awaited<ReturnType<typeof createOrganisations>>
export type Member = Awaited<ReturnType<Organisations['setUp']>>

const removeOne = async ({ api }: Organisations, token: string): Promise<string> => {
  await api.add(REMOVED, token)
  const added = object({ linhas: rows }).parse((await api.get(`/enderecos?busca=${REMOVED}`, token)).json())
  const ids = added.linhas.map(({ id }) => id)
  const removed = await api.app.inject({
    method: 'POST',
    url: '/api/enderecos/remover',
    headers: { authorization: `Bearer ${token}` },
    payload: { ids },
  })
  expect(removed.json()).toEqual({ alterados: 1 })
  return ids[0] ?? ''
}

export const marksOf = async (
  organisations: Organisations,
  database: Database,
  { token, client, key, keyId, proof, passkey, webhook, browser }: Member,
) => {
  const { api } = organisations
  const removedId = await removeOne(organisations, token)
  const emails = rows.parse((await api.get('/emails', token)).json())
  const { ultimos_3_relatorios: reports } = summary.parse((await api.get('/dashboard/resumo', token)).json())
  const account = await createAccountsRepository(database).findByEmail(THEIRS.account)
  const reportIds = reports.map(({ url }) => url.split('?')[0]?.split('/').at(-1) ?? '')
  expect([emails.length, reportIds.length]).toEqual([2, 2])
  const handled = await api.app.inject({
    method: 'POST',
    url: '/api/casos/mudar',
    headers: { authorization: `Bearer ${token}` },
    payload: {
      casos: emails.map(({ id }) => ({ endereco: id, fonte: 'forum' })),
      mudanca: { estado: 'tratado', nota: 'deles', responsavel: account?.id },
    },
  })
  const lote: string = handled.json().lote
  const registered = await api.app.inject({
    method: 'POST',
    url: '/api/incidentes',
    headers: { authorization: `Bearer ${token}` },
    payload: {
      nome: 'Incidente deles',
      conhecido_em: api.clock().toISOString(),
      pequeno_porte: false,
      casos: emails.map(({ id }) => ({ endereco: id, fonte: 'forum' })),
    },
  })
  const incidente: string = registered.json().id
  const ids = [
    ...emails.map(({ id }) => id),
    ...reportIds,
    String(decodeJwt(token).sid),
    client.id,
    client.secret,
    key,
    keyId,
    proof,
    passkey,
    webhook,
    browser,
    account?.id ?? '',
    lote,
    incidente,
    removedId,
  ]
  return {
    removedId,
    reportIds,
    emailIds: emails.map(({ id }) => id),
    accountId: account?.id ?? '',
    organisationId: account?.organisationId ?? '',
    lote,
    incidente,
    marks: ['deles', THEIRS.account, THEIRS.address, THEIRS.origin, REMOVED, ...ids],
  }
}
