import { mayAssign, mayDo, type Role } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { recordAudit, type AuditAct, type AuditActor } from '../../base/audit/record-audit.ts'
import { createMembersRepository, type ListedMember } from '../../base/people/members-repository.ts'

/** A member's change. Reads the caller's role again under the lock: it may be gone. */
export type MemberChange = {
  readonly organisationId: string
  readonly by: string
  readonly actor: AuditActor
  readonly at: Date
}

export type MemberOutcome =
  | { readonly status: 'changed'; readonly member: ListedMember }
  /** `last-owner`: an organisation always has an owner. */
  | { readonly status: 'unknown' | 'forbidden' | 'last-owner' }

const read = async (transaction: Queryable, { organisationId, by }: MemberChange, memberId: string) => {
  await lockOrganisation(transaction, organisationId)
  const members = createMembersRepository(transaction)
  const [actor, member] = [await members.find(organisationId, by), await members.find(organisationId, memberId)]
  const isLastOwner = member?.role === 'owner' && (await members.countOwners(organisationId)) === 1
  return { members, actor, member, isLastOwner }
}

const write = (
  transaction: Queryable,
  { organisationId, actor, at }: MemberChange,
  { accountId: id, email: name }: ListedMember,
  act: Pick<AuditAct, 'action' | 'before' | 'after'>,
) => recordAudit(transaction, { organisationId, actor, at, target: { kind: 'account', id, name }, ...act })

/** P-MEMBER-2 */
export const changeRole = async (
  transaction: Queryable,
  change: MemberChange,
  { memberId, role }: { readonly memberId: string; readonly role: Role },
): Promise<MemberOutcome> => {
  const { members, actor, member, isLastOwner } = await read(transaction, change, memberId)
  if (member === undefined) return { status: 'unknown' }
  if (actor === undefined || !mayAssign(actor.role, member.role) || !mayAssign(actor.role, role))
    return { status: 'forbidden' }
  if (isLastOwner && role !== 'owner') return { status: 'last-owner' }
  await members.setRole(change.organisationId, memberId, role)
  const facts = { before: { role: member.role }, after: { role } }
  await write(transaction, change, member, { action: 'member.role-changed', ...facts })
  return { status: 'changed', member }
}

export const removeMember = async (
  transaction: Queryable,
  change: MemberChange,
  memberId: string,
): Promise<MemberOutcome> => {
  const { members, actor, member, isLastOwner } = await read(transaction, change, memberId)
  if (member === undefined) return { status: 'unknown' }
  if (actor === undefined || (memberId !== change.by && !mayAssign(actor.role, member.role)))
    return { status: 'forbidden' }
  if (isLastOwner) return { status: 'last-owner' }
  await members.remove(change.organisationId, memberId, change.at)
  const action = memberId === change.by ? 'member.left' : 'member.removed'
  await write(transaction, change, member, { action, before: { role: member.role } })
  return { status: 'changed', member }
}

/** Makes a member an owner. The caller becomes an administrator. */
export const moveOwnership = async (
  transaction: Queryable,
  change: MemberChange,
  memberId: string,
): Promise<MemberOutcome> => {
  const { members, actor, member } = await read(transaction, change, memberId)
  if (actor === undefined || !mayDo(actor.role, 'ownership:write')) return { status: 'forbidden' }
  if (member === undefined || memberId === change.by) return { status: 'unknown' }
  await members.setRole(change.organisationId, memberId, 'owner')
  await members.setRole(change.organisationId, change.by, 'admin')
  await write(transaction, change, member, { action: 'ownership.moved', before: { role: member.role } })
  return { status: 'changed', member }
}
