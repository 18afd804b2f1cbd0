import { mayAssign, type Role } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { lockOrganisation } from '../accounts/accounts-repository.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { invitationMail } from './invitation-mail.ts'
import { createInvitationsRepository, type FoundInvitation } from './invitations-repository.ts'
import { createMembersRepository } from './members-repository.ts'

/** Members of an organisation, with those who are invited. */
export const MAX_MEMBERS = 200

export type InvitationOrder = {
  readonly organisationId: string
  /** The account that invites. */
  readonly by: string
  readonly mailbox: string
  readonly role: Role
  /** The address of the product's pages. */
  readonly origin: string
  readonly at: Date
}

export type InviteOutcome = { readonly status: 'sent' | 'forbidden' | 'member' | 'limit-reached' | 'just-sent' }

/** Mails an invitation, in the transaction of the caller. Nothing of it depends on whether the mailbox has an account. */
export const invite = async (transaction: Queryable, order: InvitationOrder): Promise<InviteOutcome> => {
  const { organisationId, by, mailbox, role, origin, at } = order
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
  if (known === undefined && listed.length + waiting.length >= MAX_MEMBERS) return { status: 'limit-reached' }
  const sent = await invitations.send({ organisationId, mailbox, role, by, at })
  if (sent === undefined) return { status: 'just-sent' }
  const organisation = await members.nameOf(organisationId)
  await enqueueMail(
    transaction,
    invitationMail({ to: mailbox, origin, sent, organisation, role, invitedBy: sender.email, at }),
  )
  return { status: 'sent' }
}

/** Whether its sender may still give the role: one who was removed or demoted meanwhile leaves nothing behind. */
export const stillHolds = ({ senderRole, role }: FoundInvitation): boolean =>
  senderRole !== null && mayAssign(senderRole, role)

export type Acceptance = {
  readonly token: string
  readonly accountId: string
  readonly email: string
  readonly at: Date
}

/** Takes an account into the organisation of an invitation, which ends. `undefined`: the link does not work; `other-mailbox`: it goes on working. */
export const acceptInvitation = async (
  transaction: Queryable,
  { token, accountId, email, at }: Acceptance,
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
  return redeemed
}
