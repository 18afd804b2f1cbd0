import {
  confirmMailboxBodySchema,
  mailboxConfirmedSchema,
  recoverBodySchema,
  resetPasswordBodySchema,
} from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { networkOf, Problem, problemSchema, type RateLimit } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, string } from 'zod/mini'
import { limitNetworks } from '../access/call-limits.ts'
import { HOUR_MS, MINUTE_MS } from '../clock.ts'
import { normalAddress } from '../address.ts'
import { accountActor } from '../audit/actor-of.ts'
import { recordAccountAudit } from '../audit/record-audit.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { createMailShares, sendWithin, type Share } from '../mail/mail-shares.ts'
import { createAccountLinks, type LinkOwner } from './account-links.ts'
import { changedMail, movedMail, proofMail, resetMail } from './account-mails.ts'
import type { AccountParts } from './account-parts.ts'
import { createAccountsRepository } from '../people/accounts-repository.ts'
import type { Companies } from './identities/companies-repository.ts'
import { demandFreeMove } from './identities/company-only.ts'
import { createKnownNetworks } from './known-networks.ts'
import { refuseKnownPassword, type KnownPasswords } from './known-passwords.ts'

type RecoveryParts = AccountParts & {
  readonly companies: Companies
  readonly known: KnownPasswords
  /** Keeps the networks of accounts from being told (`createKnownNetworks`). */
  readonly key: Uint8Array
  /** Counts the calls of each network. */
  readonly callLimit: RateLimit
}

/** Mails that one network has sent in an hour to accounts that do not know it. */
const PER_NETWORK = 60
/**
 * Between two mails once the shares of a day are used up. A link works for an hour: at any time the mailbox has one with 15
 * minutes left, and strangers who ask without end keep nobody from an account.
 */
const LONG_PAUSE_MS = 45 * MINUTE_MS

const failures = { 422: problemSchema, 429: problemSchema, 503: problemSchema }
const emptySchema = object({})
const confirmedSchema = object({ email: string() })
const UNUSABLE = 'Este link já foi usado ou não vale mais. Peça outro.'
const unusable = () => new Problem(422, UNUSABLE)
const config = { invalid: { status: 422, message: UNUSABLE } }

const MAILS = { proof: proofMail, reset: resetMail } as const

type LinkOrder = {
  readonly purpose: keyof typeof MAILS
  readonly origin: string
  readonly at: Date
  /** Default: a minute. */
  readonly pauseMs?: number | undefined
}

/** Mails an account a link, in the transaction of the caller, unless it was sent one within `pauseMs`. */
export const sendLink = async (
  tx: Queryable,
  { id, email }: { readonly id: string; readonly email: string },
  { purpose, origin, at, pauseMs }: LinkOrder,
): Promise<{ readonly status: 'sent' | 'just-sent' }> => {
  const link = await createAccountLinks(tx).create({ accountId: id, purpose, pauseMs }, at)
  if (link === undefined) return { status: 'just-sent' }
  await enqueueMail(tx, MAILS[purpose]({ to: email, origin, link, at }))
  return { status: 'sent' }
}

/** Moves an account to the mailbox that followed the link; both are told. */
const moveAccount = async (
  tx: Queryable,
  { accountId, email }: LinkOwner,
  { to, at, request }: { readonly to: string; readonly at: Date; readonly request: FastifyRequest },
): Promise<void> => {
  if (!(await createAccountsRepository(tx).changeEmail(accountId, to, at))) throw unusable()
  for (const mailbox of [email, to]) await enqueueMail(tx, movedMail({ to: mailbox, at }, to))
  // Mailed to the mailbox that the account has left.
  await createAccountLinks(tx).withdraw(accountId, ['proof', 'reset'])
  const actor = accountActor({ id: accountId, email: to }, request)
  const target = { kind: 'account', id: accountId, name: to, formerName: email } as const
  await recordAccountAudit(tx, accountId, { action: 'account.address-changed', actor, at, target })
}

/**
 * The routes of a person without a session: ask for a link, choose another password with it, and prove the mailbox of an
 * account. No answer and no delay tells whether there is an account (P-ACCOUNT-3).
 */
export const recoveryRoutes: FastifyPluginCallbackZod<RecoveryParts> = (app, parts, done) => {
  const { database, companies, passwords, known, key, callLimit, limits, brand, origin, clock } = parts
  const ofNetwork = limits.window({ name: 'recovery-network', points: PER_NETWORK, windowMs: HOUR_MS })
  const sharesOf = createMailShares(limits, 'recovery')
  const networks = createKnownNetworks(database, key)
  const accounts = createAccountsRepository(database)
  const links = createAccountLinks(database)
  const running = new Set<Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.all(running)))
  // A link is too long to be guessed: what does not work counts as every call does, and keeps nobody from one that does.
  limitNetworks(app, callLimit)
  const send = async (email: string, asker: string) => {
    const account = await accounts.findByEmail(email)
    if (account === undefined) return
    const isKnown = await networks.has(email, asker, clock())
    const network: readonly Share[] = isKnown ? [] : [[ofNetwork, asker]]
    const sendOne = async (pauseMs?: number) => {
      const wanted = { purpose: 'reset', pauseMs } as const
      // Else many requests at once would hold the network's share for a moment, and send nothing.
      if (await links.isRecent({ accountId: account.id, ...wanted }, clock())) return { status: 'just-sent' as const }
      return sendWithin(network, () =>
        database.transaction((tx) => sendLink(tx, account, { ...wanted, origin, at: clock() })),
      )
    }
    const outcome = await sendWithin(sharesOf({ asker, mailbox: email, isKnown }), () => sendOne())
    if (outcome.status === 'put-off') await sendOne(LONG_PAUSE_MS)
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
      config,
    },
    async (request) => {
      const { token, senha } = request.body
      const owner = await links.find(token, 'reset', clock())
      if (owner === undefined) throw unusable()
      const refusal = await refuseKnownPassword({ password: senha, email: owner.email, brand }, known)
      if (refusal !== undefined) throw new Problem(422, refusal)
      // The mailbox speaks for it: neither its work nor its first login waits for strangers' guesses (P-API-18).
      const network = networkOf(request.ip)
      const passwordHash = await passwords.hash({ network, isKnown: true }, senha)
      return database.transaction(async (tx) => {
        const at = clock()
        const redeemed = await createAccountLinks(tx).redeem(token, 'reset', at)
        if (redeemed === undefined) throw unusable()
        const { accountId, email } = redeemed
        const accountsOfTx = createAccountsRepository(tx)
        await accountsOfTx.changePassword(accountId, passwordHash)
        await accountsOfTx.proveMailbox(accountId, at)
        await createKnownNetworks(tx, key).add(accountId, network, at)
        await createAccountLinks(tx).withdraw(accountId, ['address'])
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
      const { token } = request.body
      const asked = await links.find(token, 'address', clock())
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
