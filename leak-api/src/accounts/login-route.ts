import { loginAnswerSchema, loginBodySchema } from '@atalaia/contracts'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import type { RefusedSignIns } from '../base/audit/refused-sign-ins.ts'
import type { Clock } from '../base/clock.ts'
import { normalAddress } from '../base/address.ts'
import { networkOf, Problem, problemSchema } from '@atalaia/server'
import type { Account, AccountsRepository } from '../base/people/accounts-repository.ts'
import type { BeginSession } from './account-parts.ts'
import { companyOnly } from './identities/company-only.ts'
import type { Companies } from './identities/companies-repository.ts'
import type { KnownNetworks } from './known-networks.ts'
import type { LoginRateLimit } from './login-rate-limit.ts'
import type { Passwords } from './passwords.ts'

type LoginParts = {
  readonly accounts: AccountsRepository
  readonly companies: Companies
  readonly begin: BeginSession
  readonly nextStep: (account: Account) => Promise<Problem | undefined>
  readonly limit: LoginRateLimit
  readonly passwords: Passwords
  readonly networks: KnownNetworks
  readonly refused: RefusedSignIns
  readonly clock: Clock
}

const schema = {
  summary: 'Log in',
  body: loginBodySchema,
  consumes: ['application/x-www-form-urlencoded'],
  response: {
    200: loginAnswerSchema,
    400: problemSchema,
    401: problemSchema,
    403: problemSchema,
    429: problemSchema,
    503: problemSchema,
  },
}
const config = { invalid: { status: 400, message: 'Informe usuário e senha.' } }

/** Gives an unknown user and a wrong password the same answer (P-API-8). */
export const loginRoute: FastifyPluginCallbackZod<LoginParts> = (app, parts, done) => {
  const { accounts, companies, begin, nextStep, limit, passwords, networks, refused, clock } = parts
  app.post('/login', { schema, config }, async (request, reply) => {
    const email = normalAddress(request.body.username)
    const now = clock()
    const network = networkOf(request.ip)
    const isKnownNetwork = await networks.has(email, network, now)
    const attempt = { ip: request.ip, email, isKnownNetwork }
    await limit.enter(attempt)
    const account = await accounts.findByEmail(email)
    const matches = await passwords.check(
      { network, isKnown: isKnownNetwork },
      account?.passwordHash,
      request.body.password,
    )
    const enforcement = await companies.enforcementFor(email)
    if (account === undefined || !matches || enforcement?.isExcepted === false) {
      if (!matches) await limit.failed()
      if (account !== undefined) refused(account, matches ? 'company' : 'password', request)
      throw enforcement === undefined ? new Problem(401, 'Usuário ou senha incorretos.') : companyOnly()
    }
    await limit.succeeded(attempt)
    const step = await nextStep(account)
    if (step !== undefined) throw step
    return begin(account, request, reply)
  })
  done()
}
