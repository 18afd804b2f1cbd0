import type { Role } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { recordAudit, type AuditActor } from '../../base/audit/record-audit.ts'
import { createInvitationsRepository } from '../../base/people/invitations-repository.ts'
import { isFull, mostMembers } from '../../base/people/invite.ts'
import { createMembersRepository } from '../../base/people/members-repository.ts'
import { createScimUsers, type ScimFacts, type ScimUser } from '../../base/people/scim-users-repository.ts'

/** People of one directory, including deactivated people. */
const MAX_USERS = 2000

export type WantedUser = ScimFacts & { readonly active: boolean }

export type ScimOutcome =
  | { readonly status: 'saved'; readonly user: ScimUser }
  /**
   * `taken`: another person has the user name or mailbox. `foreign`: the organisation has not
   * proved the mailbox's domain. `last-owner`: an organisation always has one. `full`: the limit is
   * reached.
   */
  | { readonly status: 'unknown' | 'taken' | 'foreign' | 'last-owner' | 'full' }

/** `actor`: the key of the organisation's directory. */
export type ScimChange = { readonly organisationId: string; readonly actor: AuditActor; readonly at: Date }

/**
 * Notes a person of the directory. A member with that address becomes this person.
 * Others join later by the company's provider, so the answer reveals no accounts (P-SCIM-3).
 */
export const createUser = async (tx: Queryable, change: ScimChange, wanted: WantedUser): Promise<ScimOutcome> => {
  const { organisationId, at } = change
  const users = createScimUsers(tx)
  await lockOrganisation(tx, organisationId)
  if (!(await users.isOwnMailbox(organisationId, wanted.mailbox))) return { status: 'foreign' }
  if ((await users.count(organisationId)).total >= MAX_USERS) return { status: 'full' }
  const made = await users.create(organisationId, wanted, at)
  if (made === undefined) return { status: 'taken' }
  const member = (await createMembersRepository(tx).list(organisationId)).find(({ email }) => email === wanted.mailbox)
  if (member !== undefined) await users.bind({ organisationId, accountId: member.accountId, mailbox: wanted.mailbox })
  return save(tx, change, (await users.find(organisationId, made.id)) ?? made, wanted)
}

export const changeUser = async (
  tx: Queryable,
  change: ScimChange,
  id: string,
  edit: (user: ScimUser) => WantedUser,
): Promise<ScimOutcome> => {
  const users = createScimUsers(tx)
  await lockOrganisation(tx, change.organisationId)
  const user = await users.find(change.organisationId, id)
  if (user === undefined) return { status: 'unknown' }
  const wanted = edit(user)
  const isMoved = wanted.mailbox !== user.mailbox
  if (isMoved && !(await users.isOwnMailbox(change.organisationId, wanted.mailbox))) return { status: 'foreign' }
  return save(tx, change, user, wanted)
}

export const removeUser = async (tx: Queryable, change: ScimChange, id: string): Promise<ScimOutcome> => {
  const outcome = await changeUser(tx, change, id, (user) => ({ ...user, active: false }))
  if (outcome.status === 'saved') await createScimUsers(tx).remove(id)
  return outcome
}

const save = async (tx: Queryable, change: ScimChange, user: ScimUser, wanted: WantedUser): Promise<ScimOutcome> => {
  const { id, active, role } = user
  const turned = wanted.active === active ? role : await (wanted.active ? activate : deactivate)(tx, change, user)
  if (turned === 'last-owner' || turned === 'full') return { status: turned }
  const saved = await createScimUsers(tx).save({ ...wanted, id, role: turned }, change.at)
  if (saved === undefined) return { status: 'taken' }
  await write(tx, change, user, saved)
  return { status: 'saved', user: saved }
}

const write = async (tx: Queryable, change: ScimChange, before: ScimUser, { active, role, email }: ScimUser) => {
  const { accountId } = before
  const changed = active ? before.role : role
  if (active === before.active || accountId === null || changed === null) return
  const target = { kind: 'account', id: accountId, name: email } as const
  const act = active
    ? ({ action: 'member.joined', after: { role: restoredRole(changed) } } as const)
    : ({ action: 'member.removed', before: { role: changed } } as const)
  await recordAudit(tx, { ...change, target, ...act })
}

/** Only owners make owners: a former owner returns as a reader (P-SCIM-4). */
const restoredRole = (role: Role): Role => (role === 'owner' ? 'reader' : role)

const activate = async (tx: Queryable, { organisationId, at }: ScimChange, { accountId, role }: ScimUser) => {
  const members = createMembersRepository(tx)
  const { active } = await createScimUsers(tx).count(organisationId)
  if (active >= (await mostMembers(tx, organisationId))) return 'full'
  if (accountId === null || role === null) return null
  if (await isFull(tx, organisationId)) return 'full'
  await members.add({ organisationId, accountId, role: restoredRole(role), at })
  return null
}

/**
 * Takes the membership, at once every token for this organisation, and everything that waits for
 * the mailbox (P-SCIM-4).
 */
const deactivate = async (tx: Queryable, { organisationId, at }: ScimChange, { accountId, mailbox }: ScimUser) => {
  const members = createMembersRepository(tx)
  const invitations = createInvitationsRepository(tx)
  const member = accountId === null ? undefined : await members.find(organisationId, accountId)
  if (member?.role === 'owner' && (await members.countOwners(organisationId)) === 1) return 'last-owner'
  for (const waiting of await invitations.list(organisationId))
    if (waiting.mailbox === mailbox) await invitations.revoke(organisationId, waiting.id)
  if (member !== undefined) await members.remove(organisationId, member.accountId, at)
  return member?.role ?? null
}
