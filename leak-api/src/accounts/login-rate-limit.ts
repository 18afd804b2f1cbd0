import { networkOf, type GrowingDelay, type RateLimits } from '@atalaia/server'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/clock.ts'
import { tooManyRequests } from '../base/problems.ts'

const enter = async (delay: GrowingDelay, key: string): Promise<void> => {
  const allowed = await delay.begin(key)
  if (!allowed.ok) throw tooManyRequests(allowed)
}

/** One login: the address of the client, the account's, and whether the account was logged in to from that network. */
export type LoginAttempt = { readonly ip: string; readonly email: string; readonly isKnownNetwork: boolean }

/** The accounts that know a network have a share of their own there. */
const networkKey = (network: string, isKnown: boolean) => (isKnown ? `known ${network}` : network)

export type LoginRateLimit = {
  /** Counts an attempt; rejects with a 429 and the seconds to wait. */
  enter(attempt: LoginAttempt): Promise<void>
  /** The caller knows the password: forgets its attempts on this address, and takes this one back elsewhere. */
  succeeded(attempt: LoginAttempt): Promise<void>
  failed(): Promise<void>
}

/** Failed logins of all networks in 10 minutes that are more than people's own mistakes. */
const MANY_FAILURES = 500
const EVERYONE = 'all'

/**
 * Slows down guesses, for addresses with and without an account alike. Networks count: IPv6 by /64.
 *
 * - On one password from one network: 5 free, then 2 s, doubled up to 15 minutes (P-API-9).
 * - On many addresses from one network: 30 free, and 30 on those that know the network (P-API-10), so that guesses on
 *   invented addresses delay nobody where they are at home.
 * - On one password from all networks together that are new to the account: 20 free (P-API-18). Who guesses from many
 *   networks gets some 100 guesses a day, the number that NIST SP 800-63B-4 section 3.2.2 allows in all. The account is
 *   not locked, as NIST would have it then: that would be a way to shut a person out. Networks from which the account
 *   was logged in to are exempt for the same reason (the device cookies of OWASP, without a cookie).
 * - When all networks together fail often, a network that is new to the account has 3 attempts in the place of 30.
 *   Nobody's first attempts are refused by what others do.
 */
export const createLoginRateLimit = (limits: RateLimits): LoginRateLimit => {
  const rules = { firstDelayMs: 2000, maxDelayMs: 15 * MINUTE_MS, forgetMs: HOUR_MS }
  const perAddress = limits.growingDelay({ ...rules, name: 'login-address', free: 5 })
  const perNetwork = limits.growingDelay({ ...rules, name: 'login-caller', free: 30 })
  const perAccount = limits.growingDelay({ ...rules, name: 'login-account', free: 20, forgetMs: DAY_MS })
  const whileManyFail = limits.growingDelay({ ...rules, name: 'login-many-fail', free: 3 })
  const failures = limits.window({ name: 'login-failures', points: MANY_FAILURES, windowMs: 10 * MINUTE_MS })
  return {
    enter: async ({ ip, email, isKnownNetwork }) => {
      const network = networkOf(ip)
      await enter(perAddress, `${network} ${email}`)
      await enter(perNetwork, networkKey(network, isKnownNetwork))
      if (isKnownNetwork) return
      const few = await failures.peek(EVERYONE)
      if (!few.ok) await enter(whileManyFail, network)
      await enter(perAccount, email)
    },
    succeeded: async ({ ip, email, isKnownNetwork }) => {
      const network = networkOf(ip)
      await Promise.all([
        perAddress.forget(`${network} ${email}`),
        perNetwork.takeBack(networkKey(network, isKnownNetwork)),
      ])
      if (!isKnownNetwork) await perAccount.takeBack(email)
    },
    failed: async () => {
      await failures.consume(EVERYONE)
    },
  }
}

/** An answer to the second step of an account, and whether the account was logged in to from that network. */
export type StepAttempt = { readonly ip: string; readonly accountId: string; readonly isKnownNetwork: boolean }

export type StepRateLimit = {
  /** Counts an answer, before it is looked at; rejects with a 429 and the seconds to wait. */
  enter(attempt: StepAttempt): Promise<void>
  /** Takes the answer back: it was right. Wrong ones before it still count. */
  succeeded(attempt: StepAttempt): Promise<void>
}

const stepKeys = ({ ip, accountId, isKnownNetwork }: StepAttempt) => {
  const network = networkOf(ip)
  return {
    network: networkKey(network, isKnownNetwork),
    account: isKnownNetwork ? `${accountId} ${network}` : accountId,
  }
}

/**
 * Slows down guesses on second steps: for one account 5 free in a day, from each network that it knows and from all others
 * together, then 2 s, doubled up to 15 minutes; for one network 30 free in an hour. Only who knows the password can make the
 * account's person wait, and nowhere that the account knows.
 */
export const createStepRateLimit = (limits: RateLimits): StepRateLimit => {
  const rules = { firstDelayMs: 2000, maxDelayMs: 15 * MINUTE_MS }
  const perAccount = limits.growingDelay({ ...rules, name: 'step-account', free: 5, forgetMs: DAY_MS })
  const perNetwork = limits.growingDelay({ ...rules, name: 'step-caller', free: 30, forgetMs: HOUR_MS })
  return {
    enter: async (attempt) => {
      const { network, account } = stepKeys(attempt)
      await enter(perNetwork, network)
      await enter(perAccount, account)
    },
    succeeded: async (attempt) => {
      const { network, account } = stepKeys(attempt)
      await perNetwork.takeBack(network)
      await perAccount.takeBack(account)
    },
  }
}

export type SignupRateLimit = {
  /** Counts an attempt; rejects with a 429 and the seconds to wait. Those that a provider has vouched for count by it. */
  enter(ip: string, provider?: string): Promise<void>
}

/** Slows down new accounts, by network (P-API-10). */
export const createSignupRateLimit = (limits: RateLimits): SignupRateLimit => {
  const perNetwork = limits.growingDelay({
    name: 'signup-caller',
    free: 20,
    firstDelayMs: 30_000,
    maxDelayMs: HOUR_MS,
    forgetMs: HOUR_MS,
  })
  return { enter: (ip, provider = '') => enter(perNetwork, `${provider} ${networkOf(ip)}`) }
}
