import { loginAnswerSchema } from '@atalaia/contracts'
import { passkeyRequestSchema, SECOND_FACTOR_PROBLEMS } from '@atalaia/contracts/second-factor'
import type { Database } from '@atalaia/database'
import { networkOf, Problem, problemSchema, type RateLimits } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { accountActor } from '../../base/audit/actor-of.ts'
import { recordAccountAudit } from '../../base/audit/record-audit.ts'
import type { RefusedSignIns } from '../../base/audit/refused-sign-ins.ts'
import type { Clock } from '../../base/clock.ts'
import { enqueueMail } from '../../base/mail/enqueue-mail.ts'
import { tooManyRequests } from '../../base/problems.ts'
import { createAccountsRepository, type Account } from '../../base/people/accounts-repository.ts'
import type { BeginSession } from '../account-parts.ts'
import type { KnownNetworks } from '../known-networks.ts'
import { createStepRateLimit } from '../login-rate-limit.ts'
import { passkeyLoginBody, secondStepBody, type SecondStepAnswer } from './factor-bodies.ts'
import { factorMail } from './factor-mails.ts'
import { createFactorsRepository } from './factors-repository.ts'
import { answersStep, type FactorTools } from './second-step.ts'

type StepParts = {
  readonly database: Database
  readonly tools: FactorTools
  readonly begin: BeginSession
  readonly networks: KnownNetworks
  readonly limits: RateLimits
  readonly refused: RefusedSignIns
  readonly origin: string
  readonly clock: Clock
}

const BEGUN_PER_NETWORK = 100
const TEN_MINUTES_MS = 600_000

const failures = { 400: problemSchema, 401: problemSchema, 403: problemSchema, 429: problemSchema, 503: problemSchema }
const config = { invalid: { status: 400, message: 'Informe o código ou a chave de acesso.' } }
const ended = () => new Problem(401, 'A verificação terminou. Entre de novo.', { type: SECOND_FACTOR_PROBLEMS.ended })

/** P-FACTOR-2 P-FACTOR-6 */
export const loginStepRoutes: FastifyPluginCallbackZod<StepParts> = (app, parts, done) => {
  const { database, tools, begin, networks, limits, refused, origin, clock } = parts
  const { factors, challenges, passkeys } = tools
  const accounts = createAccountsRepository(database)
  const limit = createStepRateLimit(limits)
  const begun = limits.window({ name: 'passkey-begun', points: BEGUN_PER_NETWORK, windowMs: TEN_MINUTES_MS })

  const takeCode = (account: Account, body: SecondStepAnswer, request: FastifyRequest) =>
    database.transaction(async (tx) => {
      const [at, inside] = [clock(), createFactorsRepository(tx)]
      if (!(await answersStep({ ...tools, factors: inside }, account.id, body, at))) return false
      const { codes } = await inside.count(account.id)
      const what = `Um código de recuperação foi usado para entrar na sua conta. Restam ${codes}.`
      await enqueueMail(tx, factorMail({ to: account.email, origin, what, at }))
      const actor = accountActor(account, request)
      await recordAccountAudit(tx, account.id, { action: 'factor.code-used', actor, at, after: { left: codes } })
      return true
    })
  const answers = (account: Account, body: SecondStepAnswer, request: FastifyRequest) =>
    body.recuperacao === undefined ? answersStep(tools, account.id, body, clock()) : takeCode(account, body, request)

  app.post(
    '/login/segundo-fator',
    {
      schema: {
        summary: 'The second step of a login: a code of the app, a passkey or a recovery code',
        body: secondStepBody,
        response: { 200: loginAnswerSchema, ...failures },
      },
      config,
    },
    async (request, reply) => {
      const { body, ip } = request
      const owner = await challenges.find(body.desafio, 'login', clock())
      if (owner?.accountId === undefined || owner.accountId === null) throw ended()
      const { accountId } = owner
      const account = await accounts.find(accountId)
      if (account === undefined) throw ended()
      const isKnownNetwork = await networks.has(account.email, networkOf(ip), clock())
      const attempt = { ip, accountId, isKnownNetwork }
      await limit.enter(attempt)
      if (!(await challenges.attempt(body.desafio, clock()))) throw ended()
      if (!(await answers(account, body, request))) {
        refused(account, 'second-factor', request)
        throw new Problem(401, 'Isto não confere. Tente de novo.', { type: SECOND_FACTOR_PROBLEMS.wrong })
      }
      const redeemed = await challenges.redeem(body.desafio, 'login', clock())
      // The password was changed, or all sessions were ended, since it was given here.
      if (redeemed === undefined || account.generation !== owner.generation) throw ended()
      await limit.succeeded(attempt)
      const { provider, identity } = redeemed
      return begin(account, request, reply, { provider: provider ?? undefined, identity: identity ?? undefined })
    },
  )

  app.post(
    '/login/chave/desafio',
    {
      schema: { summary: 'Begin a login by a passkey alone', response: { 200: passkeyRequestSchema, ...failures } },
    },
    async ({ ip }) => {
      const allowed = await begun.consume(networkOf(ip))
      if (!allowed.ok) throw tooManyRequests(allowed)
      return passkeys.request(await challenges.create('passkey', {}, clock()))
    },
  )

  app.post(
    '/login/chave',
    {
      schema: {
        summary: 'Log in by a passkey alone',
        body: passkeyLoginBody,
        response: { 200: loginAnswerSchema, ...failures },
      },
      config,
    },
    async (request, reply) => {
      const { desafio, chave } = request.body
      // Nobody guesses a signature: what does not fit counts as every call does.
      if ((await challenges.redeem(desafio, 'passkey', clock())) === undefined) throw ended()
      const passkey = await factors.findPasskey(chave.id)
      const counter = passkey && chave.response.userHandle && (await passkeys.verifyAnswer(chave, desafio, passkey))
      const account = passkey && (await accounts.find(passkey.accountId))
      if (!account || typeof counter !== 'number' || !(await factors.usePasskey(passkey.id, counter, clock())))
        throw new Problem(401, 'Esta chave de acesso não foi aceita. Entre com usuário e senha.')
      return begin(account, request, reply)
    },
  )
  done()
}
