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
import { normalAddress } from '../address.ts'
import { accountActor } from '../audit/actor-of.ts'
import { recordAccountAudit } from '../audit/record-audit.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { createAccountLinks, type LinkOwner } from './account-links.ts'
import { changedMail, movedMail } from './account-mails.ts'
import type { AccountParts } from './account-parts.ts'
import { createAccountsRepository } from '../people/accounts-repository.ts'
import type { Companies } from './identities/companies-repository.ts'
import { demandFreeMove } from './identities/company-only.ts'
import { createKnownNetworks } from './known-networks.ts'
import { createRecovery } from './mailed-links.ts'
import { refuseKnownPassword, type KnownPasswords } from './known-passwords.ts'

type RecoveryParts = AccountParts & {
  readonly companies: Companies
  readonly known: KnownPasswords
  /** Keeps the networks of accounts from being told (`createKnownNetworks`). */
  readonly key: Uint8Array
  /** Counts the calls of each network. */
  readonly callLimit: RateLimit
}

const failures = { 422: problemSchema, 429: problemSchema, 503: problemSchema }
const emptySchema = object({})
const confirmedSchema = object({ email: string() })
const UNUSABLE = 'Este link já foi usado ou não vale mais. Peça outro.'
const unusable = () => new Problem(422, UNUSABLE)
const config = { invalid: { status: 422, message: UNUSABLE } }

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
  const send = createRecovery({ database, limits, key, origin, clock })
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
      config,
    },
    async (request) => {
      const { token, senha } = request.body
      const owner = await createAccountLinks(database).find(token, 'reset', clock())
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
