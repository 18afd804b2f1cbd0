import type { Queryable } from '@atalaia/database'
import { HOUR_MS, MINUTE_MS } from '../base/clock.ts'
import type { KeyRing } from '../base/key-ring.ts'
import { enqueueMail } from '../base/mail/enqueue-mail.ts'
import { createMailShares, sendWithin, type Share } from '../base/mail/mail-shares.ts'
import { createAccountsRepository, type Account } from '../base/people/accounts-repository.ts'
import { createAccountLinks } from './account-links.ts'
import { proofMail, resetMail } from './account-mails.ts'
import type { AccountParts } from './account-parts.ts'
import { createKnownNetworks } from './known-networks.ts'

type LinkOrder = {
  readonly purpose: 'proof' | 'reset'
  readonly origin: string
  readonly at: Date
  readonly pauseMs?: number | undefined
}

/** Mails a link in the caller's transaction, unless the account got one within `pauseMs`. */
export const sendLink = async (
  tx: Queryable,
  { id, email, isMailboxProved }: Pick<Account, 'id' | 'email' | 'isMailboxProved'>,
  { purpose, origin, at, pauseMs }: LinkOrder,
): Promise<{ readonly status: 'sent' | 'just-sent' }> => {
  const link = await createAccountLinks(tx).create({ accountId: id, mailbox: email, purpose, pauseMs }, at)
  if (link === undefined) return { status: 'just-sent' }
  const mail = { to: email, origin, link, at }
  await enqueueMail(tx, purpose === 'proof' ? proofMail(mail) : resetMail(mail, isMailboxProved))
  return { status: 'sent' }
}

/** Mails of one network in an hour to accounts that do not know it. */
const PER_NETWORK = 60
/**
 * Pause after the day's shares. A link works for an hour, so the mailbox always has a link with 15
 * minutes left, despite strangers' requests.
 */
const LONG_PAUSE_MS = 45 * MINUTE_MS

type RecoveryMailParts = Pick<AccountParts, 'database' | 'limits' | 'origin' | 'clock'> & {
  readonly ring: KeyRing
}

/** Mails the link to the account of an address, if the account exists (P-ACCOUNT-3). */
export const createRecovery = ({ database, limits, ring, origin, clock }: RecoveryMailParts) => {
  const ofNetwork = limits.window({ name: 'recovery-network', points: PER_NETWORK, windowMs: HOUR_MS })
  const sharesOf = createMailShares(limits, 'recovery')
  const networks = createKnownNetworks(database, ring)
  const accounts = createAccountsRepository(database)
  const links = createAccountLinks(database)
  return async (email: string, asker: string): Promise<void> => {
    const account = await accounts.findByEmail(email)
    if (account === undefined) return
    const isKnown = await networks.has(email, asker, clock())
    const network: readonly Share[] = isKnown ? [] : [[ofNetwork, asker]]
    const sendOne = async (pauseMs?: number) => {
      const wanted = { purpose: 'reset', pauseMs } as const
      // Else many requests at once would hold the network's share for a moment, and send nothing.
      if (await links.isRecent({ accountId: account.id, ...wanted }, clock())) return { status: 'just-sent' as const }
      return sendWithin(network, () =>
        database.transaction((tx) => sendLink(tx, account, { ...wanted, origin, at: clock() })),
      )
    }
    const outcome = await sendWithin(sharesOf({ asker, mailbox: email, isKnown }), () => sendOne())
    if (outcome.status === 'put-off') await sendOne(LONG_PAUSE_MS)
  }
}
