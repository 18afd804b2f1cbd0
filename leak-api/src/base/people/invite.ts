import { mayAssign, type Role } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { createAccountsRepository, lockOrganisation } from './accounts-repository.ts'
import { createAuditRepository } from '../audit/audit-repository.ts'
import { recordAudit, type AuditActor } from '../audit/record-audit.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { limitOf } from '../limits/limits-repository.ts'
import { invitationMail } from './invitation-mail.ts'
import { createInvitationsRepository, type FoundInvitation } from './invitations-repository.ts'
import { createMembersRepository } from './members-repository.ts'
import { createScimUsers } from './scim-users-repository.ts'

export const MAX_MEMBERS = 200

export const mostMembers = (database: Queryable, organisationId: string): Promise<number> =>
  limitOf(database, organisationId, 'pessoas', MAX_MEMBERS)

/** Counts invitations too. The caller holds the organisation's lock. */
export const isFull = async (database: Queryable, organisationId: string): Promise<boolean> => {
  const invited = await createInvitationsRepository(database).count(organisationId)
  const members = await createMembersRepository(database).list(organisationId)
  return members.length + invited >= (await mostMembers(database, organisationId))
}

export type InvitationOrder = {
  readonly organisationId: string
  readonly by: string
  readonly actor: AuditActor
  readonly mailbox: string
  readonly role: Role
  readonly origin: string
  readonly at: Date
}

export type InviteOutcome = { readonly status: 'sent' | 'forbidden' | 'member' | 'limit-reached' | 'just-sent' }

/** Mails an invitation in the caller's transaction, independent of the mailbox's accounts. */
export const invite = async (transaction: Queryable, order: InvitationOrder): Promise<InviteOutcome> => {
  const { organisationId, by, actor, mailbox, role, origin, at } = order
  await lockOrganisation(transaction, organisationId)
  const members = createMembersRepository(transaction)
  const invitations = createInvitationsRepository(transaction)
  const sender = await members.find(organisationId, by)
  if (sender === undefined || !mayAssign(sender.role, role)) return { status: 'forbidden' }
  const [listed, waiting] = [await members.list(organisationId), await invitations.list(organisationId)]
  if (listed.some(({ email }) => email === mailbox)) return { status: 'member' }
  const known = waiting.find((invitation) => invitation.mailbox === mailbox)
  // Whoever may not make an owner does not unmake the invitation of one either.
  if (known !== undefined && !mayAssign(sender.role, known.role)) return { status: 'forbidden' }
  const most = await mostMembers(transaction, organisationId)
  if (known === undefined && listed.length + waiting.length >= most) return { status: 'limit-reached' }
  const sent = await invitations.send({ organisationId, mailbox, role, by, at })
  if (sent === undefined) return { status: 'just-sent' }
  const organisation = await members.nameOf(organisationId)
  await enqueueMail(
    transaction,
    invitationMail({ to: mailbox, origin, sent, organisation, role, invitedBy: sender.email, at }),
  )
  const target = { kind: 'mailbox', id: sent.id, name: mailbox } as const
  const facts = { before: known && { role: known.role }, after: { role } }
  await recordAudit(transaction, { organisationId, action: 'member.invited', actor, at, target, ...facts })
  return { status: 'sent' }
}

/** True while the sender may still give the role: removal or demotion cancels it. */
export const stillHolds = ({ senderRole, role }: FoundInvitation): boolean =>
  senderRole !== null && mayAssign(senderRole, role)

export type Acceptance = {
  readonly token: string
  readonly accountId: string
  readonly email: string
  readonly actor: AuditActor
  readonly at: Date
}

/**
 * Adds an account to the invitation's organisation, and ends the invitation. `undefined`: the link
 * does not work; `other-mailbox`: it stays valid.
 */
export const acceptInvitation = async (
  transaction: Queryable,
  { token, accountId, email, actor, at }: Acceptance,
): Promise<FoundInvitation | 'other-mailbox' | undefined> => {
  const invitations = createInvitationsRepository(transaction)
  const found = await invitations.find(token, at)
  if (found === undefined) return undefined
  if (found.mailbox !== email) return 'other-mailbox'
  const { organisationId, role } = found
  await lockOrganisation(transaction, organisationId)
  const redeemed = await invitations.redeem(token, at)
  if (redeemed === undefined || !stillHolds(redeemed)) return undefined
  const members = createMembersRepository(transaction)
  await members.add({ organisationId, accountId, role, at })
  await members.enter(organisationId, accountId, at)
  // The link came by mail: the mailbox is theirs.
  await createAccountsRepository(transaction).proveMailbox(accountId, at)
  await createScimUsers(transaction).bind({ organisationId, accountId, mailbox: email })
  // From here on the log of the invitation is the account's, whatever its address becomes.
  await createAuditRepository(transaction).giveMailbox(email, { organisationId, accountId })
  await recordAudit(transaction, { organisationId, action: 'member.joined', actor, at, after: { role } })
  return redeemed
}
