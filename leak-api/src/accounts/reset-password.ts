import type { Database, Queryable } from '@atalaia/database'
import { networkOf } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import { accountActor } from '../base/audit/actor-of.ts'
import { recordAccountAudit } from '../base/audit/record-audit.ts'
import type { Clock } from '../base/clock.ts'
import type { KeyRing } from '../base/key-ring.ts'
import { enqueueMail } from '../base/mail/enqueue-mail.ts'
import { createAccountsRepository } from '../base/people/accounts-repository.ts'
import { lockAccount } from '../base/people/remove-account.ts'
import { restartAccount } from '../base/people/restart-account.ts'
import { createAccountLinks, type LinkOwner, linkUnusable } from './account-links.ts'
import { changedMail, restartedMail } from './account-mails.ts'
import { createKnownNetworks } from './known-networks.ts'

export type Reset = {
  readonly token: string
  readonly passwordHash: string
  readonly ring: KeyRing
  readonly client: Pick<FastifyRequest, 'ip'>
  readonly origin: string
  readonly clock: Clock
}

const change = async (tx: Queryable, { accountId, email }: LinkOwner, reset: Reset): Promise<string> => {
  const { passwordHash, client, origin, clock } = reset
  const at = clock()
  await createAccountsRepository(tx).changePassword(accountId, passwordHash)
  await createAccountLinks(tx).withdraw(accountId, ['address'])
  await enqueueMail(tx, changedMail({ to: email, origin, at }))
  const actor = accountActor({ id: accountId, email }, client)
  await recordAccountAudit(tx, accountId, { action: 'password.reset', actor, at })
  return accountId
}

/**
 * Changes the password, or restarts an account with an unproved mailbox. `undefined`: try again
 * (P-ACCOUNT-7).
 */
const reset = async (tx: Queryable, chosen: Reset): Promise<string | undefined> => {
  const { token, passwordHash, ring, client, origin, clock } = chosen
  const links = createAccountLinks(tx)
  const at = clock()
  const owner = await links.find(token, 'reset', at)
  if (owner === undefined) throw linkUnusable()
  const isProved = async () => (await createAccountsRepository(tx).find(owner.accountId))?.isMailboxProved === true
  const organisationIds = (await isProved()) ? [] : await lockAccount(tx, owner.accountId)
  if (organisationIds === undefined) return undefined
  const redeemed = await links.redeem(token, 'reset', at)
  if (redeemed === undefined) throw linkUnusable()
  const { accountId, email } = redeemed
  const restart = async () => {
    await enqueueMail(tx, restartedMail({ to: email, origin, at }))
    const actorOf = (id: string) => accountActor({ id, email }, client)
    return restartAccount(tx, { accountId, email, organisationIds, passwordHash, actorOf, at })
  }
  const ownId = (await isProved()) ? await change(tx, redeemed, chosen) : await restart()
  await createKnownNetworks(tx, ring).add(ownId, networkOf(client.ip), at)
  return email
}

/** P-ACCOUNT-2 */
export const resetPassword = async (database: Database, chosen: Reset): Promise<string> => {
  for (;;) {
    const email = await database.transaction((tx) => reset(tx, chosen))
    if (email !== undefined) return email
  }
}
