import type { RateLimit } from '@atalaia/server'
import type { FastifyPluginAsync } from 'fastify'
import { limitNetworks } from '../base/access/call-limits.ts'
import { createRefusedSignIns } from '../base/audit/refused-sign-ins.ts'
import type { Account, AccountsRepository } from '../base/people/accounts-repository.ts'
import { createBeginSession } from './begin-session.ts'
import { createKnownNetworks } from './known-networks.ts'
import type { KnownPasswords } from './known-passwords.ts'
import { signIn, type SignInParts } from './identities/sign-in.ts'
import { createLoginRateLimit, createSignupRateLimit } from './login-rate-limit.ts'
import { loginRoute } from './login-route.ts'
import { loginStepRoutes } from './second-factor/login-step-routes.ts'
import { nextStep, type FactorTools, type StepFacts } from './second-factor/second-step.ts'
import type { Sessions } from './sessions.ts'
import { signupRoute } from './signup-route.ts'
import type { KeyRing } from '../base/key-ring.ts'

type EntranceParts = Omit<SignInParts, 'signupLimit' | 'loginLimit' | 'networks' | 'begin' | 'nextStep' | 'refused'> & {
  readonly accounts: AccountsRepository
  readonly sessions: Sessions
  readonly ring: KeyRing
  readonly tools: FactorTools
  readonly brand: string
  readonly known: KnownPasswords
  readonly callLimit: RateLimit
}

export const entranceRoutes: FastifyPluginAsync<EntranceParts> = async (app, parts) => {
  const { accounts, sessions, ring, tools, callLimit, ...given } = parts
  const { database, companies, passwords, limits, origin, clock } = given
  limitNetworks(app, callLimit)
  const networks = createKnownNetworks(database, ring)
  const refused = createRefusedSignIns(app, { database, limits, clock })
  const step = {
    begin: createBeginSession({ database, sessions, companies, networks, refused, origin, clock }),
    nextStep: (account: Account, came?: Omit<StepFacts, 'now'>) => nextStep(tools, account, { ...came, now: clock() }),
  }
  const [loginLimit, signupLimit] = [createLoginRateLimit(limits), createSignupRateLimit(limits)]
  await app.register(loginRoute, {
    ...step,
    accounts,
    companies,
    limit: loginLimit,
    passwords,
    networks,
    refused,
    clock,
  })
  const steps = { database, tools, networks, begin: step.begin, limits, refused, origin, clock }
  await app.register(loginStepRoutes, steps)
  await app.register(signupRoute, { ...given, limit: signupLimit })
  await app.register(signIn, { ...given, ...step, networks, loginLimit, signupLimit, refused })
}
