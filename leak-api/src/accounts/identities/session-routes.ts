import { identitySchemas } from '@atalaia/contracts'
import { networkOf, Problem, problemSchema } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object } from 'zod/mini'
import { MINUTE_MS } from '../../base/clock.ts'
import { normalAddress } from '../../base/address.ts'
import type { RefusedSignIns } from '../../base/audit/refused-sign-ins.ts'
import { tooManyRequests } from '../../base/problems.ts'
import type { AccountParts, BeginSession } from '../account-parts.ts'
import { createAccountsRepository, type Account } from '../../base/people/accounts-repository.ts'
import type { KnownNetworks } from '../known-networks.ts'
import type { LoginRateLimit } from '../login-rate-limit.ts'
import type { StepFacts } from '../second-factor/second-step.ts'
import type { Companies } from './companies-repository.ts'
import { startAddress } from './identity-addresses.ts'
import { signInIsOver } from './enter-by-identity.ts'
import { createSignInCookie } from './sign-in-cookie.ts'
import { createSignIns, type FinishedSignIn } from './sign-ins-repository.ts'

export type IdentitySessionParts = Omit<AccountParts, 'brand'> & {
  readonly companies: Companies
  readonly begin: BeginSession
  readonly nextStep: (account: Account, came: Omit<StepFacts, 'now'>) => Promise<Problem | undefined>
  readonly networks: KnownNetworks
  readonly loginLimit: LoginRateLimit
  readonly refused: RefusedSignIns
  readonly apiUrl: string
}

const ASKED_PER_NETWORK = 200

const failures = {
  401: problemSchema,
  403: problemSchema,
  404: problemSchema,
  422: problemSchema,
  429: problemSchema,
  503: problemSchema,
}

/**
 * The session after a provider's sign-in. The cookie holds the sign-in, so no address has a secret.
 * A JSON body and `SameSite` keep other sites out (P-IDENTITY-2).
 */
export const identitySessionRoutes: FastifyPluginCallbackZod<IdentitySessionParts> = (app, parts, done) => {
  const {
    database,
    companies,
    begin,
    nextStep,
    passwords,
    networks,
    loginLimit,
    limits,
    refused,
    origin,
    apiUrl,
    clock,
  } = parts
  const asked = limits.window({ name: 'identity-company', points: ASKED_PER_NETWORK, windowMs: 10 * MINUTE_MS })
  const signIns = createSignIns(database)
  const cookie = createSignInCookie(origin)
  const accountOf = async (id: string): Promise<Account> => {
    const account = await createAccountsRepository(database).find(id)
    if (account === undefined) throw signInIsOver()
    return account
  }
  const answered = async (request: FastifyRequest) => {
    const secret = cookie.read(request)
    const finished = secret === undefined ? undefined : await signIns.find(secret, clock())
    if (secret === undefined || finished === undefined) throw signInIsOver()
    return { secret, finished }
  }

  /** Demands a second factor like after a password: the provider may know less about the person. */
  const enter = async (account: Account, taken: FinishedSignIn, request: FastifyRequest, reply: FastifyReply) => {
    cookie.clear(reply)
    const { provider } = taken
    const [next, identity] = [taken.next ?? undefined, taken.identity ?? undefined]
    const step = await nextStep(account, { provider, identity, next })
    if (step !== undefined) throw step
    return { ...(await begin(account, request, reply, { provider, identity })), proxima: next }
  }

  app.post(
    '/identidade/concluir',
    {
      schema: {
        summary: 'End a sign-in with a provider: a session, or what is missing for one',
        body: object({}),
        response: { 200: identitySchemas.answer, ...failures },
      },
    },
    async (request, reply) => {
      const { secret, finished } = await answered(request)
      const { identity } = finished
      const account = await accountOf(finished.accountId)
      if (identity !== null && identity.isLinked !== true)
        return { ligar: { email: account.email, provedor: identity.title } }
      const taken = await signIns.take(secret, clock())
      if (taken === undefined) throw signInIsOver()
      return enter(account, taken, request, reply)
    },
  )

  app.post(
    '/identidade/ligar',
    {
      schema: {
        summary: 'Link the identity with the account of its address, by that password',
        body: identitySchemas.link,
        response: { 200: identitySchemas.answer, ...failures },
      },
      config: { invalid: { status: 422, message: 'Informe a senha da conta.' } },
    },
    async (request, reply) => {
      const { secret, finished } = await answered(request)
      const account = await accountOf(finished.accountId)
      const network = networkOf(request.ip)
      const isKnownNetwork = await networks.has(account.email, network, clock())
      const attempt = { ip: request.ip, email: account.email, isKnownNetwork }
      await loginLimit.enter(attempt)
      if (finished.identity === null || finished.identity.isLinked === true || !(await signIns.attempt(secret)))
        throw signInIsOver()
      if (!(await passwords.check({ network, isKnown: isKnownNetwork }, account.passwordHash, request.body.senha))) {
        await loginLimit.failed()
        refused(account, 'password', request)
        throw new Problem(422, 'A senha não confere.')
      }
      await loginLimit.succeeded(attempt)
      const taken = await signIns.take(secret, clock())
      if (taken === undefined) throw signInIsOver()
      return enter(account, taken, request, reply)
    },
  )

  app.post(
    '/identidade/empresa',
    {
      schema: {
        summary: "The address that begins the sign-in with the provider of an address's company",
        body: identitySchemas.askCompany,
        response: { 200: identitySchemas.company, ...failures },
      },
      config: { invalid: { status: 422, message: 'Informe um e-mail válido.' } },
    },
    async (request) => {
      const allowed = await asked.consume(networkOf(request.ip))
      if (!allowed.ok) throw tooManyRequests(allowed)
      const { email, proxima } = request.body
      const provider = await companies.findFor(normalAddress(email))
      if (provider === undefined) throw new Problem(404, 'A empresa deste e-mail não tem uma entrada própria aqui.')
      const address = new URL(startAddress(apiUrl, provider.key))
      if (proxima !== undefined) address.searchParams.set('next', proxima)
      return { endereco: address.href }
    },
  )
  done()
}
