import { normalEmailAddress, type SignInFailure } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import type { Clock } from '../../clock.ts'
import { createAccountsRepository, type Account } from '../accounts-repository.ts'
import type { Companies } from './companies-repository.ts'
import { createIdentities } from './identities-repository.ts'
import { isOfDomain, type Identity, type Provider } from './provider.ts'

export type FoundAccount =
  /** The identity opens this account. */
  | { readonly status: 'open'; readonly account: Account }
  /** The account that has the identity's address; its password decides whether they belong together. */
  | { readonly status: 'link'; readonly account: Account }
  | { readonly status: 'refused'; readonly reason: SignInFailure }

export type FindAccountParts = {
  readonly database: Database
  readonly companies: Companies
  /** Called before an account is made; rejects when the network has made too many. The hash of a password that nobody knows. */
  readonly beforeAccount: () => Promise<string>
  readonly clock: Clock
}

const refused = (reason: SignInFailure) => ({ status: 'refused', reason }) as const

/**
 * The account that an identity opens (P-IDENTITY-3 to P-IDENTITY-5): the one that it is linked with, whatever address the
 * provider tells by now; else a new one, if the address is proved and nobody has it.
 */
export const findAccount = async (
  parts: FindAccountParts,
  provider: Provider,
  identity: Identity,
): Promise<FoundAccount> => {
  const { database, companies } = parts
  /** Whether the company of an address refuses to let people in this way. */
  const isRefused = async (email: string): Promise<boolean> => {
    const enforcement = await companies.enforcementFor(email)
    return enforcement !== undefined && !enforcement.isExcepted && enforcement.provider !== provider.key
  }
  const accounts = createAccountsRepository(database)
  const known = await createIdentities(database).use(identity, parts.clock())
  const linked = known === undefined ? undefined : await accounts.find(known)
  if (linked !== undefined)
    return (await isRefused(linked.email)) ? refused('empresa') : { status: 'open', account: linked }

  const email = identity.isEmailVerified ? normalEmailAddress(identity.email ?? '') : undefined
  if (email === undefined) return refused('email')
  if (provider.company !== undefined && !isOfDomain(email, provider.company.domain)) return refused('dominio')
  if (await isRefused(email)) return refused('empresa')
  const owner = await accounts.findByEmail(email)
  if (owner !== undefined) return { status: 'link', account: owner }
  const made = await makeAccount(parts, provider, { ...identity, email })
  return made === undefined ? refused('recomece') : { status: 'open', account: made }
}

/** `undefined`: somebody else has taken the address in this moment. */
const makeAccount = async (
  { database, beforeAccount, clock }: FindAccountParts,
  { title }: Provider,
  identity: Identity & { readonly email: string },
): Promise<Account | undefined> => {
  const passwordHash = await beforeAccount()
  const at = clock()
  return database.transaction(async (tx) => {
    const accounts = createAccountsRepository(tx)
    const identities = createIdentities(tx)
    const made = await accounts.create({ email: identity.email, passwordHash, at })
    if (made === undefined) return undefined
    await accounts.proveMailbox(made.id, at)
    await identities.forgetPassword(made.id)
    if (!(await identities.link({ ...identity, accountId: made.id, title, at })))
      throw new Error('identities: the identity was linked in the same moment')
    return made
  })
}
