import type { Database } from '@atalaia/database'
import { organisationOfAccount } from '../../base/account-organisation.ts'
import { parseKeyScopes, scopeWords } from '../../base/access/scopes.ts'
import type { Clock } from '../../base/clock.ts'
import { makeKey, revokeKey } from './key-acts.ts'
import { createKeysRepository, type ListedKey } from './keys-repository.ts'

export type KeyTools = { readonly database: Database; readonly clock: Clock }

/** A new key, of the organisation of an account. */
export type NewKeyOrder = { readonly account: string; readonly name: string; readonly scope: string }
/** The key itself is told this once. */
export type MadeKey = { readonly id: string; readonly key: string; readonly name: string; readonly scope: string }

const OPERATOR = { kind: 'operator' } as const

/** Makes an API key for the operator. Throws on a scope that is none, an unknown account, and at the limit. */
export const createKey = async (
  { database, clock }: KeyTools,
  { account, name, scope }: NewKeyOrder,
): Promise<MadeKey> => {
  const parsed = parseKeyScopes(scope)
  if (!parsed.ok) throw new Error(`scope: ${parsed.reason}`)
  const { grant } = parsed
  const organisationId = await organisationOfAccount(database, account)
  const made = await database.transaction((transaction) =>
    makeKey(transaction, { organisationId, name, grant, actor: OPERATOR, at: clock() }),
  )
  if (made.status === 'limit-reached')
    throw new Error(`this organisation has at most ${made.limit} keys: revoke one that nobody uses`)
  return { id: made.id, key: made.key, name, scope: scopeWords(grant).join(' ') }
}

/** The keys of the organisation of an account. */
export const listKeys = async ({ database }: KeyTools, account: string): Promise<ListedKey[]> =>
  createKeysRepository(database).list(await organisationOfAccount(database, account))

/** Revokes a key of any organisation. Throws when there is none that works. */
export const revokeAnyKey = async ({ database, clock }: KeyTools, id: string): Promise<void> => {
  const revoked = await database.transaction((transaction) =>
    revokeKey(transaction, { id, within: 'installation', actor: OPERATOR, at: clock() }),
  )
  if (!revoked) throw new Error(`key ${id}: there is none that works`)
}
