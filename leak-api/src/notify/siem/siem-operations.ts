import { createSecureContext } from 'node:tls'
import type { Database } from '@atalaia/database'
import { messageOf } from '@atalaia/server'
import { organisationOfAccount } from '../../base/account-organisation.ts'
import { parseKeyScopes, scopeWords } from '../../base/access/scopes.ts'
import { makeKey, revokeKey } from '../../accounts/api-keys/key-acts.ts'
import type { Clock } from '../../base/clock.ts'
import type { Keys } from '../../base/store/keys.ts'
import { createSiemRepository, type ListedSiem, type NewSiem } from './siem-repository.ts'

const OPERATOR = { kind: 'operator' } as const

export type NewSiemOrder = Omit<NewSiem, 'keyId' | 'at'> & {
  readonly account: string
  readonly name: string
  readonly scope: string
}

export type SiemTools = { readonly database: Database; readonly keys: Pick<Keys, 'token'>; readonly clock: Clock }

const grantOf = ({ scope, feed }: NewSiemOrder) => {
  const parsed = parseKeyScopes(scope)
  if (!parsed.ok) throw new Error(`scope: ${parsed.reason}`)
  const { grant } = parsed
  if (grant.scopes.length !== 1 || grant.scopes[0] !== `${feed}:read`)
    throw new Error(`scope: the feed ${feed} needs the scope ${feed}:read, and no other scope`)
  if (feed === 'audit' && grant.rows !== 'all')
    throw new Error('scope: the audit log is about the whole organisation, and not about addresses')
  return grant
}

const checkPem = ({ authorities, certificate, privateKey }: NewSiemOrder) => {
  if ((certificate === null) !== (privateKey === null))
    throw new Error('a certificate goes with its key: name both, or none')
  try {
    createSecureContext({
      ...(authorities !== null && { ca: authorities }),
      ...(certificate !== null && privateKey !== null && { cert: certificate, key: privateKey }),
    })
  } catch (cause) {
    throw new Error(`certificates: ${messageOf(cause)}`, { cause })
  }
}

/** Throws on a wrong scope or certificate, and at the limit of keys. */
export const addSiem = async (
  { database, keys, clock }: SiemTools,
  order: NewSiemOrder,
): Promise<{ readonly id: string; readonly scope: string }> => {
  const grant = grantOf(order)
  checkPem(order)
  const organisationId = await organisationOfAccount(database, order.account)
  const made = await database.transaction((transaction) => {
    const at = clock()
    return makeKey(transaction, {
      organisationId,
      name: `SIEM: ${order.name}`,
      grant,
      actor: OPERATOR,
      at,
      facts: { receiver: `${order.host}:${order.port}` },
      // Nobody learns this key: what is sent is what it reads.
      alongside: (keyId) => createSiemRepository(transaction, keys.token).add({ ...order, keyId, at }),
    })
  })
  if (made.status === 'limit-reached')
    throw new Error(`this organisation has at most ${made.limit} keys: revoke one that nobody uses`)
  return { id: made.id, scope: scopeWords(grant).join(' ') }
}

export const listSiems = async ({ database, keys }: SiemTools, account: string): Promise<ListedSiem[]> =>
  createSiemRepository(database, keys.token).list(await organisationOfAccount(database, account))

/** Throws for an unknown SIEM. */
export const removeSiem = async ({ database, keys, clock }: SiemTools, id: string): Promise<void> => {
  const removed = await database.transaction(async (transaction) => {
    const siems = createSiemRepository(transaction, keys.token)
    const alongside = () => siems.remove(id)
    const wanted = { id, within: 'installation', actor: OPERATOR, at: clock(), alongside } as const
    return (await siems.has(id)) && revokeKey(transaction, wanted)
  })
  if (!removed) throw new Error(`siem ${id}: there is none that is sent to`)
}
