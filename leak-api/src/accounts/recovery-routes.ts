import {
  confirmMailboxBodySchema,
  mailboxConfirmedSchema,
  recoverBodySchema,
  resetPasswordBodySchema,
} from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { networkOf, Problem, problemSchema } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, string } from 'zod/mini'
import { DAY_MS, HOUR_MS } from '../clock.ts'
import { normalAddress } from '../address.ts'
import { accountActor } from '../audit/actor-of.ts'
import { recordAccountAudit } from '../audit/record-audit.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { tooManyRequests } from '../problems.ts'
import { createAccountLinks, type LinkOwner } from './account-links.ts'
import { changedMail, movedMail, proofMail, resetMail } from './account-mails.ts'
import type { AccountParts } from './account-parts.ts'
import { createAccountsRepository } from '../people/accounts-repository.ts'
import type { Companies } from './identities/companies-repository.ts'
import { demandFreeMove } from './identities/company-only.ts'
import { refuseKnownPassword, type KnownPasswords } from './known-passwords.ts'

type RecoveryParts = AccountParts & { readonly companies: Companies; readonly known: KnownPasswords }

/** Requests of one network in an hour. */
const PER_NETWORK = 30
/** Mails to one mailbox in a day, whoever asks for them. */
const PER_MAILBOX = 5

const failures = { 422: problemSchema, 429: problemSchema, 503: problemSchema }
const emptySchema = object({})
const confirmedSchema = object({ email: string() })
const UNUSABLE = 'Este link já foi usado ou não vale mais. Peça outro.'
const unusable = () => new Problem(422, UNUSABLE)
const config = { invalid: { status: 422, message: UNUSABLE } }

const MAILS = { proof: proofMail, reset: resetMail } as const

/** Mails an account a link, in the transaction of the caller, unless it was sent one within a minute. */
export const sendLink = async (
  tx: Queryable,
  { id, email }: { readonly id: string; readonly email: string },
  { purpose, origin, at }: { readonly purpose: keyof typeof MAILS; readonly origin: string; readonly at: Date },
): Promise<void> => {
  const link = await createAccountLinks(tx).create(id, purpose, at)
  if (link !== undefined) await enqueueMail(tx, MAILS[purpose]({ to: email, origin, link, at }))
}

/** Moves an account to the mailbox that followed the link; both are told. */
const moveAccount = async (
  tx: Queryable,
  { accountId, email }: LinkOwner,
  { to, at, request }: { readonly to: string; readonly at: Date; readonly request: FastifyRequest },
): Promise<void> => {
  if (!(await createAccountsRepository(tx).changeEmail(accountId, to, at))) throw unusable()
  for (const mailbox of [email, to]) await enqueueMail(tx, movedMail({ to: mailbox, at }, to))
  const actor = accountActor({ id: accountId, email: to }, request)
  const target = { kind: 'account', id: accountId, name: to, formerName: email } as const
  await recordAccountAudit(tx, accountId, { action: 'account.address-changed', actor, at, target })
}

/**
 * The routes of a person without a session: ask for a link, choose another password with it, and prove the mailbox of an
 * account. No answer and no delay tells whether there is an account (P-ACCOUNT-3).
 */
export const recoveryRoutes: FastifyPluginCallbackZod<RecoveryParts> = (app, parts, done) => {
  const { database, companies, passwords, known, limits, brand, origin, clock } = parts
  const networks = limits.window({ name: 'recovery-network', points: PER_NETWORK, windowMs: HOUR_MS })
  const mailboxes = limits.window({ name: 'recovery-mailbox', points: PER_MAILBOX, windowMs: DAY_MS })
  const accounts = createAccountsRepository(database)
  const running = new Set<Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.all(running)))
  const enter = async (ip: string) => {
    const allowed = await networks.consume(networkOf(ip))
    if (!allowed.ok) throw tooManyRequests(allowed)
  }
  const send = async (email: string) => {
    const account = await accounts.findByEmail(email)
    if (account === undefined || !(await mailboxes.consume(email)).ok) return
    await database.transaction((tx) => sendLink(tx, account, { purpose: 'reset', origin, at: clock() }))
  }

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
      await enter(request.ip)
      // Nobody waits for it: its time would tell whether there is an account.
      const work = send(normalAddress(request.body.email)).catch((err: unknown) =>
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
      config,
    },
    async (request) => {
      await enter(request.ip)
      const { token, senha } = request.body
      const owner = await createAccountLinks(database).find(token, 'reset', clock())
      if (owner === undefined) throw unusable()
      const refusal = await refuseKnownPassword({ password: senha, email: owner.email, brand }, known)
      if (refusal !== undefined) throw new Problem(422, refusal)
      const passwordHash = await passwords.hash({ network: networkOf(request.ip), isKnown: false }, senha)
      return database.transaction(async (tx) => {
        const at = clock()
        const redeemed = await createAccountLinks(tx).redeem(token, 'reset', at)
        if (redeemed === undefined) throw unusable()
        const { accountId, email } = redeemed
        const accountsOfTx = createAccountsRepository(tx)
        await accountsOfTx.changePassword(accountId, passwordHash)
        await accountsOfTx.proveMailbox(accountId, at)
        await createAccountLinks(tx).withdraw(accountId, 'address')
        await enqueueMail(tx, changedMail({ to: email, origin, at }))
        const actor = accountActor({ id: accountId, email }, request)
        await recordAccountAudit(tx, accountId, { action: 'password.reset', actor, at })
        return { email }
      })
    },
  )

  app.post(
    '/auth/confirmar',
    {
      schema: {
        summary: 'Prove the mailbox of an account, or move an account to it, by the link of a mail',
        body: confirmMailboxBodySchema,
        response: { 200: mailboxConfirmedSchema, 403: problemSchema, ...failures },
      },
      config,
    },
    async (request) => {
      await enter(request.ip)
      const { token } = request.body
      const asked = await createAccountLinks(database).find(token, 'address', clock())
      // The company may have begun to want its own provider after the link was mailed.
      if (typeof asked?.newEmail === 'string') await demandFreeMove(companies, asked.email, asked.newEmail)
      return database.transaction(async (tx) => {
        const at = clock()
        const links = createAccountLinks(tx)
        const move = await links.redeem(token, 'address', at)
        if (typeof move?.newEmail === 'string') {
          await moveAccount(tx, move, { to: move.newEmail, at, request })
          return { email: move.newEmail, endereco_trocado: true }
        }
        const owner = await links.redeem(token, 'proof', at)
        if (owner === undefined) throw unusable()
        await createAccountsRepository(tx).proveMailbox(owner.accountId, at)
        return { email: owner.email }
      })
    },
  )
  done()
}
