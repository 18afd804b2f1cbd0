import { normalEmailAddress } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { isFull } from '../../base/people/invite.ts'
import type { AuditActor, AuditEntry } from '../../base/audit/record-audit.ts'
import { createMembersRepository } from '../../base/people/members-repository.ts'
import { createScimUsers } from '../../base/people/scim-users-repository.ts'
import { noteJoin } from './companies-repository.ts'
import { isOfDomain, type Company } from '../../base/people/provider.ts'

/** Somebody who comes in by a company's provider. */
export type Newcomer = {
  readonly accountId: string
  /** As the provider told it, and proved it. */
  readonly email: string | undefined
  /** True where the identity has just been linked with the account. */
  readonly isNew: boolean
  readonly actor: AuditActor
  readonly at: Date
}

/**
 * Takes a newcomer into the organisation of the company's provider, with the role that it gives (P-IDENTITY-12), and has their
 * next session begin there. Whoever was removed stays out, unless the company's directory has provisioned them since
 * (P-SCIM-3); whoever it has deactivated stays out, and nobody joins beyond the limit of members. In the transaction of the
 * caller, who writes the act that is given down; `company` is one whose domain is proved.
 */
export const joinCompany = async (
  transaction: Queryable,
  company: Company | undefined,
  { accountId, email, isNew, actor, at }: Newcomer,
): Promise<AuditEntry[]> => {
  const mailbox = normalEmailAddress(email ?? '')
  if (company === undefined || mailbox === undefined || !isOfDomain(mailbox, company.domain)) return []
  const { organisationId, newRole: role } = company
  const members = createMembersRepository(transaction)
  const users = createScimUsers(transaction)
  const person = { organisationId, accountId, mailbox }
  const isExpected = async () => {
    const user = await users.findFor(person)
    return user === undefined ? isNew : user.active && user.accountId === null
  }
  // Most have joined long ago: they wait for nobody.
  if (!(await isExpected())) return []
  await lockOrganisation(transaction, organisationId)
  if (await isFull(transaction, organisationId)) return []
  const isProvisioned = (await users.findFor(person)) !== undefined
  const isFirst = await noteJoin(transaction, { organisationId, accountId, at })
  if (!(await isExpected()) || !(isFirst || isProvisioned)) return []
  await members.add({ organisationId, accountId, role, at })
  await members.enter(organisationId, accountId, at)
  await users.bind(person)
  return [{ organisationIds: [organisationId], act: { action: 'member.joined', actor, at, after: { role } } }]
}
