import type { Queryable } from '@atalaia/database'
import { scopeWords, type Grant, type KeyScope } from '../../base/access/scopes.ts'
import { recordAudit, type AuditActor, type AuditFacts } from '../../base/audit/record-audit.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { maskAddress } from '../../base/address.ts'
import { createKeysRepository, type NewKey } from './keys-repository.ts'

type KeyAct = {
  readonly actor: AuditActor
  readonly at: Date
  /** Carried out with the act, before it is written down: nothing is locked after the log. */
  readonly alongside?: (id: string) => Promise<void>
}

/** The scope as the log keeps it: single addresses by first letter and domain, as everywhere in it. */
const loggedScope = (grant: Grant<KeyScope>): string =>
  scopeWords(grant)
    .map((word) => (word.startsWith('address:') ? `address:${maskAddress(word.slice('address:'.length))}` : word))
    .join(' ')

/** Makes an API key, whoever asks for it: the operator, or an owner (M-KEY-1, M-KEY-4). The key itself is told this once. */
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

/** The key to revoke, of one organisation or of any. */
type Revoked = KeyAct & { readonly id: string; readonly within: { readonly organisationId: string } | 'installation' }

/** Revokes an API key (M-KEY-3). False when there is none there that works. */
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
