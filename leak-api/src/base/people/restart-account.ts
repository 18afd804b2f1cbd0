import { type Queryable, sql } from '@atalaia/database'
import { boolean, object } from 'zod/mini'
import { createAuditRepository } from '../audit/audit-repository.ts'
import { recordAuditIn, type AuditActor } from '../audit/record-audit.ts'
import { createAccountsRepository } from './accounts-repository.ts'
import { createMembersRepository } from './members-repository.ts'
import { removeAccount } from './remove-account.ts'
import { createScimUsers } from './scim-users-repository.ts'

export type Restart = {
  readonly accountId: string
  readonly email: string
  /** From `lockAccount`. */
  readonly organisationIds: readonly string[]
  readonly passwordHash: string
  readonly actorOf: (accountId: string) => AuditActor
  readonly at: Date
}

/**
 * Replaces an account after somebody, perhaps not its maker, has proved its mailbox. The old
 * account and its lone organisations go; the new account has the same address, proved.
 * Shared organisations keep the person as a member, and the operator's exception stays. Returns the
 * new id. The caller holds the account's lock (P-ACCOUNT-7).
 */
export const restartAccount = async (transaction: Queryable, restart: Restart): Promise<string> => {
  const { accountId, email, organisationIds, passwordHash, actorOf, at } = restart
  const members = createMembersRepository(transaction)
  const roles = await members.organisationsOf(accountId, at)
  const [{ excepted } = { excepted: false }] = await transaction.query(
    object({ excepted: boolean() }),
    sql`SELECT password_excepted AS excepted FROM account WHERE id = ${accountId}::uuid`,
  )
  await removeAccount(transaction, accountId)
  const accounts = createAccountsRepository(transaction)
  const made = await accounts.create({ email, passwordHash, at })
  if (made === undefined) throw new Error('accounts: the address was taken while its account was locked')
  await accounts.proveMailbox(made.id, at)
  if (excepted) await transaction.execute(sql`UPDATE account SET password_excepted = true WHERE id = ${made.id}::uuid`)
  const shared = new Set(await createAuditRepository(transaction).standing(organisationIds))
  for (const { organisationId, role } of roles.filter((each) => shared.has(each.organisationId))) {
    await members.add({ organisationId, accountId: made.id, role, at })
    await createScimUsers(transaction).bind({ organisationId, accountId: made.id, mailbox: email })
  }
  // What others are in may be the maker's, too: the person begins in the one that nobody else has touched.
  await members.enter(made.organisationId, made.id, at)
  const target = { kind: 'account', id: accountId } as const
  const act = { action: 'account.restarted', actor: actorOf(made.id), at, target } as const
  await recordAuditIn(transaction, [...organisationIds, made.organisationId], act)
  return made.id
}
