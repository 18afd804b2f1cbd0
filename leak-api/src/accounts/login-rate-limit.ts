import { networkOf, type GrowingDelay, type RateLimits } from '@atalaia/server'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/clock.ts'
import { tooManyRequests } from '../base/problems.ts'

const enter = async (delay: GrowingDelay, key: string): Promise<void> => {
  const allowed = await delay.begin(key)
  if (!allowed.ok) throw tooManyRequests(allowed)
}

export type LoginAttempt = { readonly ip: string; readonly email: string; readonly isKnownNetwork: boolean }

/** Accounts that know a network have a separate share there. */
const networkKey = (network: string, isKnown: boolean) => (isKnown ? `known ${network}` : network)

export type LoginRateLimit = {
  /** Counts an attempt. Rejects with a 429 and the seconds to wait. */
  enter(attempt: LoginAttempt): Promise<void>
  /**
   * Call it for a right password: forgets attempts on this address, and takes this attempt back
   * elsewhere.
   */
  succeeded(attempt: LoginAttempt): Promise<void>
  failed(): Promise<void>
}

/** Failed logins of all networks in 10 minutes, above people's usual mistakes. */
const MANY_FAILURES = 500
const EVERYONE = 'all'

/**
 * Slows down guesses, for addresses with and without an account alike. IPv6 networks count by /64.
 * - One password, one network: 5 free, then 2 s, doubled up to 15 minutes (P-API-9).
 * - Many addresses, one network: 30 free, and 30 on addresses that know the network (P-API-10).
 * - One password, all networks new to the account: 20 free (P-API-18). Many networks get some 100
 *   guesses a day, the total of NIST SP 800-63B-4 section 3.2.2. Networks of earlier logins are
 *   exempt, so no lock shuts a person out.
 * - When all networks together fail often, a network new to the account has 3 attempts instead of
 *   30. Others never block first attempts.
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

export type StepAttempt = { readonly ip: string; readonly accountId: string; readonly isKnownNetwork: boolean }

export type StepRateLimit = {
  enter(attempt: StepAttempt): Promise<void>
  /** Takes a right answer back. Earlier wrong answers still count. */
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
 * Each known network counts separately, all unknown ones together. Only a caller with the password
 * can delay the person, and only on unknown networks.
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
  /**
   * Counts an attempt; rejects with a 429 and the seconds to wait. Attempts with a `provider` count
   * by provider.
   */
  enter(ip: string, provider?: string): Promise<void>
}

/** P-API-10 */
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
