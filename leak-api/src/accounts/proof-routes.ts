import { SESSION_PATHS } from '@atalaia/contracts'
import { passkeyRequestSchema } from '@atalaia/contracts/second-factor'
import type { Database } from '@atalaia/database'
import { Problem, problemSchema, type RateLimits } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object } from 'zod/mini'
import { authenticationFailures, security, sessionOf } from '../base/access/caller.ts'
import { HOUR_MS, type Clock } from '../base/clock.ts'
import { tooManyRequests } from '../base/problems.ts'
import type { Account } from '../base/people/accounts-repository.ts'
import type { ConfirmPassword, GuardProof } from './confirm-password.ts'
import type { OwnAccount } from './own-account.ts'
import { proofBody, type PasskeyProof } from './second-factor/factor-bodies.ts'
import type { FactorTools } from './second-factor/second-step.ts'
import { createSessionsRepository } from './sessions-repository.ts'
import { proofNeeded } from './step-up.ts'

type ProofParts = {
  readonly database: Database
  readonly own: OwnAccount
  readonly confirmPassword: ConfirmPassword
  readonly guardProof: GuardProof
  readonly tools: Pick<FactorTools, 'factors' | 'challenges' | 'passkeys'>
  readonly limits: RateLimits
  readonly clock: Clock
}

/** Passkey proofs that an account begins in an hour: each is a row for five minutes. */
const BEGUN_PER_HOUR = 60
const config = {
  operation: 'account:own',
  sessionTokenAlone: true,
  withoutSecondFactor: true,
  invalid: { status: 422, message: 'Informe a sua senha.' },
} as const
const failures = { ...authenticationFailures, 422: problemSchema }

/** P-SESSION-29 */
export const proofRoutes: FastifyPluginCallbackZod<ProofParts> = (app, parts, done) => {
  const { database, own, confirmPassword, guardProof, tools, limits, clock } = parts
  const { factors, challenges, passkeys } = tools
  const begun = limits.window({ name: 'proof-begun', points: BEGUN_PER_HOUR, windowMs: HOUR_MS })

  const isAnswered = async ({ id, generation }: Account, { desafio, chave }: PasskeyProof): Promise<boolean> => {
    const owner = await challenges.redeem(desafio, 'proof', clock())
    if (owner?.accountId !== id || owner.generation !== generation) return false
    const passkey = await factors.findPasskey(chave.id)
    if (passkey?.accountId !== id) return false
    const counter = await passkeys.verifyAnswer(chave, desafio, passkey)
    return counter !== undefined && factors.usePasskey(passkey.id, counter, clock())
  }
  const sessionIn = async (request: FastifyRequest, account: Account) => {
    const session = sessionOf(request)
    // A token from before there were sessions has nothing to which a proof could belong.
    if (session === undefined) throw await proofNeeded(database, { ...account, hasPassword: false })
    return session
  }

  app.post(
    SESSION_PATHS.proveByPasskey,
    {
      schema: {
        summary: 'Begin to prove the person of the session again, by a passkey of the account',
        security,
        response: { 200: passkeyRequestSchema, ...failures },
      },
      config,
    },
    async (request) => {
      const account = await own(request)
      await sessionIn(request, account)
      const known = await factors.passkeys(account.id)
      if (known.length === 0) throw new Problem(422, 'Esta conta não tem chave de acesso.')
      const allowed = await begun.consume(account.id)
      if (!allowed.ok) throw tooManyRequests(allowed)
      const { id: accountId, generation } = account
      return passkeys.request(await challenges.create('proof', { accountId, generation }, clock()), known)
    },
  )

  app.post(
    SESSION_PATHS.prove,
    {
      schema: {
        summary: 'Prove the person of the session again, by the password or a passkey: it counts for ten minutes',
        security,
        body: proofBody,
        response: { 200: object({}), ...failures },
      },
      config,
    },
    async (request) => {
      const account = await own(request)
      const { id } = await sessionIn(request, account)
      const { body } = request
      if ('senha' in body) await confirmPassword(request, account, body.senha)
      else if (!(await guardProof(request, account.id, () => isAnswered(account, body))))
        throw new Problem(422, 'Esta chave de acesso não foi aceita. Tente de novo, ou use a senha.')
      await createSessionsRepository(database).prove(id, clock())
      return {}
    },
  )
  done()
}
