import type { Queryable } from '@atalaia/database'
import { Problem } from '@atalaia/server'
import type { AuditActor, AuditEntry } from '../../base/audit/record-audit.ts'
import { organisationsOf } from '../../base/audit/audit-repository.ts'
import { enqueueMail } from '../../base/mail/enqueue-mail.ts'
import { createAccountsRepository, type Account } from '../../base/people/accounts-repository.ts'
import type { ArrivingIdentity, Company } from '../../base/people/provider.ts'
import { createIdentities } from './identities-repository.ts'
import { linkedMail } from './identity-mails.ts'
import { joinCompany } from './join-company.ts'

export const signInIsOver = (): Problem => new Problem(422, 'Este acesso expirou. Entre novamente.')

export type Entering = {
  readonly account: Account
  readonly identity: ArrivingIdentity
  readonly company: Company | undefined
  readonly actor: AuditActor
  readonly origin: string
  readonly at: Date
}

/**
 * Links an identity with its account, and takes the account into the company's organisation. Runs
 * in the session's transaction, before other locks. Returns acts for the caller's log
 * (P-IDENTITY-4, P-IDENTITY-12).
 */
export const enterByIdentity = async (transaction: Queryable, entering: Entering): Promise<AuditEntry[]> => {
  const { account, identity, company, actor, origin, at } = entering
  const email = identity.isEmailVerified ? identity.email : undefined
  const isNew = identity.isLinked !== true
  const joined = await joinCompany(transaction, company, { accountId: account.id, email, isNew, actor, at })
  const identities = createIdentities(transaction)
  if (!isNew) {
    // Its person may have taken it away since the provider answered (P-IDENTITY-6).
    if (!(await identities.opens(identity, account.id))) throw signInIsOver()
    return joined
  }
  const link = { ...identity, email: identity.email, accountId: account.id, at }
  if (!(await identities.link(link))) throw signInIsOver()
  // The provider has proved the address, which is the account's, and its maker has given the password.
  await createAccountsRepository(transaction).proveMailbox(account.id, at)
  await enqueueMail(transaction, linkedMail({ to: account.email, title: identity.title, origin, at }))
  const organisationIds = await organisationsOf(transaction, account.id)
  const target = { kind: 'identity', name: identity.title } as const
  return [...joined, { organisationIds, act: { action: 'identity.linked', actor, at, target } }]
}
