import { ACCOUNT_PASSWORD_PROBLEM, confirmMailboxBodySchema, mailboxConfirmedSchema } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { networkOf, Problem, problemSchema } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import type { Tokens } from '../base/access/tokens.ts'
import { accountActor } from '../base/audit/actor-of.ts'
import { recordAccountAudit } from '../base/audit/record-audit.ts'
import { enqueueMail } from '../base/mail/enqueue-mail.ts'
import { createAccountsRepository } from '../base/people/accounts-repository.ts'
import { createAccountLinks, type LinkOwner, linkConfig, linkUnusable } from './account-links.ts'
import { movedMail } from './account-mails.ts'
import type { AccountParts } from './account-parts.ts'
import type { Companies } from './identities/companies-repository.ts'
import { demandFreeMove } from './identities/company-only.ts'
import { createKnownNetworks } from './known-networks.ts'
import { createLoginRateLimit } from './login-rate-limit.ts'
import { createAccountOfCall } from './person-of-call.ts'
import type { Sessions } from './sessions.ts'
import type { KeyRing } from '../base/key-ring.ts'

export type ConfirmParts = Omit<AccountParts, 'brand'> & {
  readonly companies: Companies
  readonly tokens: Tokens
  readonly sessions: Pick<Sessions, 'findAccount'>
  readonly ring: KeyRing
}

const failures = { 403: problemSchema, 422: problemSchema, 429: problemSchema, 503: problemSchema }

const moveAccount = async (
  tx: Queryable,
  { accountId, email }: LinkOwner,
  { to, at, request }: { readonly to: string; readonly at: Date; readonly request: FastifyRequest },
): Promise<void> => {
  if (!(await createAccountsRepository(tx).changeEmail(accountId, to, at))) throw linkUnusable()
  for (const mailbox of [email, to]) await enqueueMail(tx, movedMail({ to: mailbox, at }, to))
  // Mailed to the mailbox that the account has left.
  await createAccountLinks(tx).withdraw(accountId, ['proof', 'reset'])
  const actor = accountActor({ id: accountId, email: to }, request)
  const target = { kind: 'account', id: accountId, name: to, formerName: email } as const
  await recordAccountAudit(tx, accountId, { action: 'account.address-changed', actor, at, target })
}

/**
 * Proves the mailbox of an account, or moves an account to it. The link alone proves nothing:
 * somebody else may have made the account (P-ACCOUNT-1, P-ACCOUNT-6).
 */
export const confirmRoute: FastifyPluginCallbackZod<ConfirmParts> = (app, parts, done) => {
  const { database, companies, passwords, tokens, sessions, ring, limits, clock } = parts
  const accountOf = createAccountOfCall(tokens, sessions)
  const loginLimit = createLoginRateLimit(limits)
  const networks = createKnownNetworks(database, ring)

  const demandMaker = async (request: FastifyRequest, owner: LinkOwner, password: string | undefined) => {
    if ((await accountOf(request)) === owner.accountId) return
    if (password === undefined)
      throw new Problem(422, 'Informe a senha da conta: só quem a abriu confirma o e-mail dela.', {
        type: ACCOUNT_PASSWORD_PROBLEM,
        extensions: { troca: owner.newEmail !== null },
      })
    const network = networkOf(request.ip)
    const isKnownNetwork = await networks.has(owner.email, network, clock())
    const attempt = { ip: request.ip, email: owner.email, isKnownNetwork }
    await loginLimit.enter(attempt)
    const account = await createAccountsRepository(database).find(owner.accountId)
    const client = { network, isKnown: isKnownNetwork }
    if (!(await passwords.check(client, account?.passwordHash, password))) {
      await loginLimit.failed()
      throw new Problem(422, 'A senha não confere.')
    }
    await loginLimit.succeeded(attempt)
  }

  app.post(
    '/auth/confirmar',
    {
      schema: {
        summary: 'Prove the mailbox of an account, or move an account to it, by the link of a mail and as its maker',
        body: confirmMailboxBodySchema,
        response: { 200: mailboxConfirmedSchema, ...failures },
      },
      config: linkConfig,
    },
    async (request) => {
      const { token, senha } = request.body
      const known = createAccountLinks(database)
      const asked = (await known.find(token, 'address', clock())) ?? (await known.find(token, 'proof', clock()))
      if (asked === undefined) throw linkUnusable()
      // The company may have begun to want its own provider after the link was mailed.
      if (asked.newEmail !== null) await demandFreeMove(companies, asked.email, asked.newEmail)
      await demandMaker(request, asked, senha)
      return database.transaction(async (tx) => {
        const at = clock()
        const owner = await createAccountLinks(tx).redeem(token, asked.newEmail === null ? 'proof' : 'address', at)
        if (owner === undefined) throw linkUnusable()
        if (owner.newEmail !== null) {
          await moveAccount(tx, owner, { to: owner.newEmail, at, request })
          return { email: owner.newEmail, endereco_trocado: true }
        }
        await createAccountsRepository(tx).proveMailbox(owner.accountId, at)
        return { email: owner.email }
      })
    },
  )
  done()
}
