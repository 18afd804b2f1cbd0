import type { Queryable } from '@atalaia/database'
import { scopeWords, type Grant, type KeyScope } from '../../base/access/scopes.ts'
import { recordAudit, type AuditActor, type AuditFacts } from '../../base/audit/record-audit.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { maskAddress } from '../../base/address.ts'
import { createKeysRepository, type NewKey } from './keys-repository.ts'

type KeyAct = {
  readonly actor: AuditActor
  readonly at: Date
  /** Runs with the act, before the log: no lock follows the log. */
  readonly alongside?: (id: string) => Promise<void>
}

const loggedScope = (grant: Grant<KeyScope>): string =>
  scopeWords(grant)
    .map((word) => (word.startsWith('address:') ? `address:${maskAddress(word.slice('address:'.length))}` : word))
    .join(' ')

/** Makes an API key for the operator or an owner. Returns the key itself this once (M-KEY-1, M-KEY-4). */
export const makeKey = async (
  transaction: Queryable,
  { actor, facts, alongside, ...wanted }: NewKey & KeyAct & { readonly facts?: AuditFacts },
) => {
  const { organisationId, name, grant, at } = wanted
  await lockOrganisation(transaction, organisationId)
  const made = await createKeysRepository(transaction).create(wanted)
  if (made.status === 'limit-reached') return made
  await alongside?.(made.id)
  const after = { scope: loggedScope(grant), ...facts }
  const target = { kind: 'key', id: made.id, name } as const
  await recordAudit(transaction, { organisationId, action: 'key.made', actor, at, target, after })
  return made
}

type Revoked = KeyAct & { readonly id: string; readonly within: { readonly organisationId: string } | 'installation' }

/** False when no such key works (M-KEY-3). */
export const revokeKey = async (
  transaction: Queryable,
  { id, within, actor, at, alongside }: Revoked,
): Promise<boolean> => {
  const keys = createKeysRepository(transaction)
  const organisationId = within === 'installation' ? await keys.organisationOf(id) : within.organisationId
  if (organisationId === undefined) return false
  await lockOrganisation(transaction, organisationId)
  const name = await keys.revoke(organisationId, id, at)
  if (name === undefined) return false
  await alongside?.(id)
  await recordAudit(transaction, {
    organisationId,
    action: 'key.revoked',
    actor,
    at,
    target: { kind: 'key', id, name },
  })
  return true
}
