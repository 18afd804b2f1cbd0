import { normalEmailAddress, type SignInFailure } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import type { FastifyRequest } from 'fastify'
import { accountActor } from '../../base/audit/actor-of.ts'
import { recordActs } from '../../base/audit/record-audit.ts'
import type { Clock } from '../../base/clock.ts'
import { createAccountsRepository, type Account } from '../../base/people/accounts-repository.ts'
import type { Companies } from './companies-repository.ts'
import { isKeptOut } from './company-only.ts'
import { createIdentities } from './identities-repository.ts'
import { joinCompany } from './join-company.ts'
import { isOfDomain, type Identity, type Provider } from '../../base/people/provider.ts'

export type FoundAccount =
  | { readonly status: 'open'; readonly account: Account }
  /** The account with the identity's address. Its password decides whether they belong together. */
  | { readonly status: 'link'; readonly account: Account }
  | { readonly status: 'refused'; readonly reason: SignInFailure }

export type FindAccountParts = {
  readonly database: Database
  readonly companies: Companies
  /** Rejects when the network has made too many accounts. Returns the hash of an unknown password. */
  readonly beforeAccount: () => Promise<string>
  readonly client: Pick<FastifyRequest, 'ip'>
  readonly clock: Clock
}

const refused = (reason: SignInFailure) => ({ status: 'refused', reason }) as const

/**
 * Finds the account linked with an identity, despite a changed address. Otherwise makes one, if the
 * address is proved and free (P-IDENTITY-3 to P-IDENTITY-5).
 */
export const findAccount = async (
  parts: FindAccountParts,
  provider: Provider,
  identity: Identity,
): Promise<FoundAccount> => {
  const { database, companies } = parts
  const isRefused = (email: string) => isKeptOut(companies, email, provider.key)
  const accounts = createAccountsRepository(database)
  const known = await createIdentities(database).use(identity, parts.clock())
  const linked = known === undefined ? undefined : await accounts.find(known)
  if (linked !== undefined) {
    if (await isRefused(linked.email)) return refused('empresa')
    return { status: 'open', account: linked }
  }

  const email = identity.isEmailVerified ? normalEmailAddress(identity.email ?? '') : undefined
  if (email === undefined) return refused('email')
  if (provider.company !== undefined && !isOfDomain(email, provider.company.domain)) return refused('dominio')
  if (await isRefused(email)) return refused('empresa')
  const owner = await accounts.findByEmail(email)
  if (owner !== undefined) return { status: 'link', account: owner }
  const made = await makeAccount(parts, provider, { ...identity, email })
  return made === undefined ? refused('recomece') : { status: 'open', account: made }
}

/** `undefined`: somebody else took the address in this moment. */
const makeAccount = async (
  { database, beforeAccount, client, clock }: FindAccountParts,
  { title, company }: Provider,
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
    const actor = accountActor(made, client)
    const newcomer = { accountId: made.id, email: identity.email, isNew: true, actor, at }
    const joined = await joinCompany(tx, company, newcomer)
    const organisationIds = [made.organisationId]
    const target = { kind: 'identity', name: title } as const
    await recordActs(tx, [
      ...joined,
      { organisationIds, act: { action: 'account.created', actor, at } },
      { organisationIds, act: { action: 'identity.linked', actor, at, target } },
    ])
    return made
  })
}
