import type { FastifyPluginAsync } from 'fastify'
import type { Account, AccountsRepository } from './accounts-repository.ts'
import { createBeginSession } from './begin-session.ts'
import { createKnownNetworks } from './known-networks.ts'
import type { KnownPasswords } from './known-passwords.ts'
import { signIn, type SignInParts } from './identities/sign-in.ts'
import { createLoginRateLimit, createSignupRateLimit } from './login-rate-limit.ts'
import { loginRoute } from './login-route.ts'
import { loginStepRoutes } from './second-factor/login-step-routes.ts'
import { nextStep, type FactorTools } from './second-factor/second-step.ts'
import type { Sessions } from './sessions.ts'
import { signupRoute } from './signup-route.ts'

type EntranceParts = Omit<SignInParts, 'signupLimit' | 'loginLimit' | 'begin' | 'nextStep'> & {
  readonly accounts: AccountsRepository
  readonly sessions: Sessions
  /** Keeps the networks of accounts from being told (`createKnownNetworks`). */
  readonly key: Uint8Array
  readonly tools: FactorTools
  readonly brand: string
  readonly known: KnownPasswords
}

/** The ways to an account, and to a session of it. */
export const entranceRoutes: FastifyPluginAsync<EntranceParts> = async (app, parts) => {
  const { accounts, sessions, key, tools, ...given } = parts
  const { database, companies, passwords, limits, origin, clock } = given
  const networks = createKnownNetworks(database, key)
  const step = {
    begin: createBeginSession({ sessions, networks, clock }),
    nextStep: (account: Account) => nextStep(tools, account, clock()),
  }
  const [loginLimit, signupLimit] = [createLoginRateLimit(limits), createSignupRateLimit(limits)]
  await app.register(loginRoute, { ...step, accounts, companies, limit: loginLimit, passwords, networks, clock })
  await app.register(loginStepRoutes, { database, companies, tools, begin: step.begin, limits, origin, clock })
  await app.register(signupRoute, { ...given, limit: signupLimit })
  await app.register(signIn, { ...given, ...step, loginLimit, signupLimit })
}
