import { normalEmailAddress } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { isFull } from '../../base/people/invite.ts'
import type { AuditActor, AuditEntry } from '../../base/audit/record-audit.ts'
import { createMembersRepository } from '../../base/people/members-repository.ts'
import { createScimUsers } from '../../base/people/scim-users-repository.ts'
import { noteJoin } from './companies-repository.ts'
import { isOfDomain, type Company } from '../../base/people/provider.ts'

export type Newcomer = {
  readonly accountId: string
  /** As the provider reported and proved it. */
  readonly email: string | undefined
  readonly isNew: boolean
  readonly actor: AuditActor
  readonly at: Date
}

/**
 * Takes a newcomer into the organisation of the company's provider, with that provider's role.
 * Their next session begins there. Deactivated people stay out; removed ones until the directory
 * provisions them. The member limit holds. In a transaction; the caller logs the returned act. The
 * domain of `company` is proved (P-IDENTITY-12, P-SCIM-3).
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
