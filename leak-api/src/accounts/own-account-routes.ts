import { accountSchema, changePasswordBodySchema, loginAnswerSchema } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { networkOf, Problem, problemSchema, type RateLimits } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object } from 'zod/mini'
import { accountOf, authenticationFailures, security, SESSION_ENDED } from '../access/caller.ts'
import type { Tokens } from '../access/tokens.ts'
import type { Clock } from '../clock.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { tooManyRequests } from '../problems.ts'
import { changedMail } from './account-mails.ts'
import { createAccountsRepository } from './accounts-repository.ts'
import { refuseKnownPassword, type KnownPasswords } from './known-passwords.ts'
import { refusePassword } from './password-rules.ts'
import type { Passwords } from './passwords.ts'
import { sendLink } from './recovery-routes.ts'

type OwnAccountParts = {
  readonly database: Database
  readonly passwords: Passwords
  readonly known: KnownPasswords
  readonly tokens: Tokens
  readonly limits: RateLimits
  readonly brand: string
  /** The address of the product's pages. */
  readonly origin: string
  readonly clock: Clock
}

const HOUR_MS = 3_600_000
/** Wrong passwords of one session's account in an hour. */
const WRONG_PER_HOUR = 10
/** Mails that an account may have sent to itself in a day. */
const MAILS_PER_DAY = 10
const emptySchema = object({})

/** The account of the session. */
export const ownAccountRoutes: FastifyPluginCallbackZod<OwnAccountParts> = (app, parts, done) => {
  const { database, passwords, known, tokens, limits, brand, origin, clock } = parts
  const accounts = createAccountsRepository(database)
  const wrong = limits.window({ name: 'account-wrong-password', points: WRONG_PER_HOUR, windowMs: HOUR_MS })
  const mails = limits.window({ name: 'account-mails', points: MAILS_PER_DAY, windowMs: 24 * HOUR_MS })
  const own = async (request: FastifyRequest) => {
    const account = await accounts.find(accountOf(request))
    if (account === undefined) throw new Problem(401, SESSION_ENDED)
    return account
  }

  app.get(
    '/conta',
    {
      schema: {
        summary: 'The account of the session',
        security,
        response: { 200: accountSchema, ...authenticationFailures },
      },
    },
    async (request) => {
      const { email, isMailboxProved } = await own(request)
      return { email, caixa_confirmada: isMailboxProved }
    },
  )

  app.post(
    '/conta/confirmacao',
    {
      schema: {
        summary: 'Send the link that proves the mailbox of the account once more',
        security,
        response: { 202: emptySchema, ...authenticationFailures },
      },
    },
    async (request, reply) => {
      const account = await own(request)
      if (!account.isMailboxProved) {
        const allowed = await mails.consume(account.id)
        if (!allowed.ok) throw tooManyRequests(allowed)
        await database.transaction((tx) => sendLink(tx, account, { purpose: 'proof', origin, at: clock() }))
      }
      return reply.code(202).send({})
    },
  )

  app.post(
    '/conta/senha',
    {
      schema: {
        summary: 'Change the password; all other sessions end',
        security,
        body: changePasswordBodySchema,
        response: { 200: loginAnswerSchema, ...authenticationFailures, 422: problemSchema },
      },
      config: { invalid: { status: 422, message: 'Informe a senha atual e a nova, de até 1024 caracteres.' } },
    },
    async (request) => {
      const account = await own(request)
      const allowed = await wrong.peek(account.id)
      if (!allowed.ok) throw tooManyRequests(allowed)
      const client = { network: networkOf(request.ip), isKnown: true }
      const { atual, nova } = request.body
      if (!(await passwords.check(client, account.passwordHash, atual))) {
        await wrong.consume(account.id)
        throw new Problem(422, 'A senha atual não confere.')
      }
      const asked = { password: nova, email: account.email, brand }
      // Of an address that is not proved to be theirs, nobody learns a password that leaked.
      const refusal = account.isMailboxProved ? await refuseKnownPassword(asked, known) : refusePassword(asked)
      if (refusal !== undefined) throw new Problem(422, refusal)
      const passwordHash = await passwords.hash(client, nova)
      const generation = await database.transaction(async (tx) => {
        const changed = await createAccountsRepository(tx).changePassword(account.id, passwordHash)
        await enqueueMail(tx, changedMail({ to: account.email, origin, at: clock() }))
        return changed
      })
      return { access_token: await tokens.issue({ email: account.email, accountId: account.id, generation }) }
    },
  )

  app.post(
    '/conta/sessoes/encerrar',
    {
      schema: {
        summary: 'End all other sessions of the account',
        security,
        response: { 200: loginAnswerSchema, ...authenticationFailures },
      },
    },
    async (request) => {
      const { id, email } = await own(request)
      return { access_token: await tokens.issue({ email, accountId: id, generation: await accounts.endSessions(id) }) }
    },
  )
  done()
}
