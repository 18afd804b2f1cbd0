import {
  accountSchema,
  changeEmailBodySchema,
  changePasswordBodySchema,
  loginAnswerSchema,
  personNameBodySchema,
} from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { networkOf, Problem, problemSchema } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object } from 'zod/mini'
import { DAY_MS } from '../base/clock.ts'
import { authenticationFailures, security, sessionOf } from '../base/access/caller.ts'
import { normalAddress } from '../base/address.ts'
import { actorOf } from '../base/audit/actor-of.ts'
import { recordAccountAudit } from '../base/audit/record-audit.ts'
import { enqueueMail } from '../base/mail/enqueue-mail.ts'
import { createMailShares, sendWithin } from '../base/mail/mail-shares.ts'
import { tooManyRequests } from '../base/problems.ts'
import { createAccountLinks } from './account-links.ts'
import { changedMail, moveAskedMail, moveMail, takenMail } from './account-mails.ts'
import type { AccountParts } from './account-parts.ts'
import { createAccountsRepository, type Account } from '../base/people/accounts-repository.ts'
import type { Companies } from './identities/companies-repository.ts'
import { demandFreeMove } from './identities/company-only.ts'
import { ownIdentityRoutes } from './identities/own-identity-routes.ts'
import { refuseKnownPassword, refuseListedPassword, type KnownPasswords } from './known-passwords.ts'
import { lockOwnAccount, type OwnAccount } from './own-account.ts'
import { sendLink } from './mailed-links.ts'
import type { Sessions } from './sessions.ts'

export type OwnAccountParts = AccountParts & {
  readonly companies: Companies
  readonly own: OwnAccount
  readonly known: KnownPasswords
  readonly sessions: Pick<Sessions, 'goOn'>
}

const MAILS_PER_DAY = 10
const emptySchema = object({})
const config = { operation: 'account:own', withoutSecondFactor: true } as const

type Move = { readonly to: string; readonly origin: string; readonly at: Date }

type Sending = Promise<{ readonly status: 'sent' | 'just-sent' }>

/**
 * Mails both mailboxes. The answer does not reveal whether the new mailbox has an account
 * (P-ACCOUNT-6).
 */
const askForMove = async (tx: Queryable, { id, email }: Account, { to, origin, at }: Move): Sending => {
  const link = await createAccountLinks(tx).createMove(id, to, at)
  if (link === undefined) return { status: 'just-sent' }
  const isTaken = (await createAccountsRepository(tx).findByEmail(to)) !== undefined
  await enqueueMail(tx, isTaken ? takenMail({ to, origin, at }) : moveMail({ to, origin, link, at }))
  await enqueueMail(tx, moveAskedMail({ to: email, origin, at }, to))
  return { status: 'sent' }
}

export const ownAccountRoutes: FastifyPluginCallbackZod<OwnAccountParts> = (app, parts, done) => {
  const { database, companies, passwords, own, known, sessions, limits, brand, origin, clock } = parts
  const mails = limits.window({ name: 'account-mails', points: MAILS_PER_DAY, windowMs: DAY_MS })
  const ofMove = createMailShares(limits, 'account-move')

  app.register(ownIdentityRoutes, { database, clock })

  app.get(
    '/conta',
    {
      schema: {
        summary: 'The account of the session',
        security,
        response: { 200: accountSchema, ...authenticationFailures },
      },
      config,
    },
    async (request) => {
      const { email, name, isMailboxProved, leavesAt } = await own(request)
      return {
        email,
        ...(name !== '' && { nome: name }),
        caixa_confirmada: isMailboxProved,
        ...(leavesAt !== null && { exclui_em: leavesAt }),
      }
    },
  )

  app.post(
    '/conta/nome',
    {
      schema: {
        summary: 'Give the person another name; the answer is a token that has it',
        security,
        body: personNameBodySchema,
        response: { 200: loginAnswerSchema, ...authenticationFailures, 422: problemSchema },
      },
      config: {
        ...config,
        invalid: { status: 422, message: 'Informe um nome de até 80 letras e números, que comece com um deles.' },
      },
    },
    async (request, reply) => {
      const account = await own(request)
      await createAccountsRepository(database).rename(account.id, request.body.nome)
      return { access_token: await sessions.goOn(account, sessionOf(request), { request, reply }) }
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
      config,
    },
    async (request, reply) => {
      const account = await own(request)
      if (!account.isMailboxProved) {
        const order = { purpose: 'proof', origin, at: clock() } as const
        const outcome = await sendWithin([[mails, account.id]], () =>
          database.transaction((tx) => sendLink(tx, account, order)),
        )
        if (outcome.status === 'put-off') throw tooManyRequests(outcome.refusal)
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
      config: {
        ...config,
        operation: 'account:credentials',
        invalid: { status: 422, message: 'Informe a senha atual e a nova, de até 1024 caracteres.' },
      },
    },
    async (request, reply) => {
      const account = await own(request)
      const session = sessionOf(request)
      const { nova } = request.body
      const asked = { password: nova, email: account.email, brand }
      // Of an address that is not proved to be theirs, nobody learns a password that leaked.
      const refusal = await (account.isMailboxProved ? refuseKnownPassword : refuseListedPassword)(asked, known)
      if (refusal !== undefined) throw new Problem(422, refusal)
      const passwordHash = await passwords.hash({ network: networkOf(request.ip), isKnown: true }, nova)
      const generation = await database.transaction(async (tx) => {
        const at = clock()
        await lockOwnAccount(tx, request)
        const changed = await createAccountsRepository(tx).changePassword(account.id, passwordHash, session?.id)
        await createAccountLinks(tx).withdraw(account.id, ['address', 'reset'])
        await enqueueMail(tx, changedMail({ to: account.email, origin, at }))
        await recordAccountAudit(tx, account.id, { action: 'password.changed', actor: actorOf(request), at })
        return changed
      })
      return { access_token: await sessions.goOn({ ...account, generation }, session, { request, reply }) }
    },
  )

  app.post(
    '/conta/endereco',
    {
      schema: {
        summary: 'Ask for another address: its mailbox has to confirm, and both are told',
        security,
        body: changeEmailBodySchema,
        response: { 202: emptySchema, ...authenticationFailures, 422: problemSchema },
      },
      config: {
        operation: 'account:credentials',
        invalid: { status: 422, message: 'Informe um e-mail válido e a sua senha.' },
      },
    },
    async (request, reply) => {
      const account = await own(request)
      const novo = normalAddress(request.body.novo)
      if (novo === account.email) throw new Problem(422, 'Este já é o endereço da conta.')
      await demandFreeMove(companies, account.email, novo)
      const move = { to: novo, origin, at: clock() }
      const shares = [[mails, account.id] as const, ...ofMove({ asker: account.id, mailbox: novo })]
      const outcome = await sendWithin(shares, () =>
        database.transaction(async (tx) => {
          await lockOwnAccount(tx, request)
          return askForMove(tx, account, move)
        }),
      )
      if (outcome.status === 'put-off') throw tooManyRequests(outcome.refusal)
      if (outcome.status === 'just-sent')
        throw new Problem(429, 'Um link acaba de ser enviado. Espere um minuto e peça outro.', {
          headers: { 'retry-after': '60' },
        })
      return reply.code(202).send({})
    },
  )
  done()
}
