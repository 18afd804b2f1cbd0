import { recoverBodySchema, resetPasswordBodySchema } from '@atalaia/contracts'
import { networkOf, Problem, problemSchema, type RateLimit } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, string } from 'zod/mini'
import { limitNetworks } from '../base/access/call-limits.ts'
import { normalAddress } from '../base/address.ts'
import { createAccountLinks, linkConfig, linkUnusable } from './account-links.ts'
import { confirmRoute, type ConfirmParts } from './confirm-route.ts'
import { refuseKnownPassword, type KnownPasswords } from './known-passwords.ts'
import { createRecovery } from './mailed-links.ts'
import { resetPassword } from './reset-password.ts'

type RecoveryParts = ConfirmParts & {
  readonly brand: string
  readonly known: KnownPasswords
  readonly callLimit: RateLimit
}

const failures = { 422: problemSchema, 429: problemSchema, 503: problemSchema }
const emptySchema = object({})
const confirmedSchema = object({ email: string() })

/**
 * Routes for people with a mail: request a link, choose a password, prove a mailbox. No answer and
 * no delay reveals an account (P-ACCOUNT-3).
 */
export const recoveryRoutes: FastifyPluginCallbackZod<RecoveryParts> = (app, parts, done) => {
  const { database, passwords, known, ring, callLimit, limits, brand, origin, clock } = parts
  const send = createRecovery({ database, limits, ring, origin, clock })
  const running = new Set<Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.all(running)))
  // A link is too long to be guessed: what does not work counts as every call does, and keeps nobody from one that does.
  limitNetworks(app, callLimit)

  app.post(
    '/auth/recuperar',
    {
      schema: {
        summary: 'Ask for a mail with which another password may be chosen',
        body: recoverBodySchema,
        response: { 202: emptySchema, ...failures },
      },
      config: { invalid: { status: 422, message: 'Informe um e-mail válido.' } },
    },
    async (request, reply) => {
      // Nobody waits for it: its time would tell whether there is an account.
      const work = send(normalAddress(request.body.email), networkOf(request.ip)).catch((err: unknown) =>
        request.log.error({ err }, 'a link could not be sent'),
      )
      running.add(work)
      void work.finally(() => running.delete(work))
      return reply.code(202).send({})
    },
  )

  app.post(
    '/auth/redefinir',
    {
      schema: {
        summary: 'Choose another password, by the link of a mail; all sessions end',
        body: resetPasswordBodySchema,
        response: { 200: confirmedSchema, ...failures },
      },
      config: linkConfig,
    },
    async (request) => {
      const { token, senha } = request.body
      const owner = await createAccountLinks(database).find(token, 'reset', clock())
      if (owner === undefined) throw linkUnusable()
      const refusal = await refuseKnownPassword({ password: senha, email: owner.email, brand }, known)
      if (refusal !== undefined) throw new Problem(422, refusal)
      // The mailbox speaks for it: neither its work nor its first login waits for strangers' guesses (P-API-18).
      const network = networkOf(request.ip)
      const passwordHash = await passwords.hash({ network, isKnown: true }, senha)
      return { email: await resetPassword(database, { token, passwordHash, ring, client: request, origin, clock }) }
    },
  )

  app.register(confirmRoute, parts)
  done()
}
