import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { object } from 'zod/mini'
import { authenticationFailures, security, sessionOf } from '../../base/access/caller.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { organisationsOf } from '../../base/audit/audit-repository.ts'
import { recordActs, type AuditAct } from '../../base/audit/record-audit.ts'
import { enqueueMail } from '../../base/mail/enqueue-mail.ts'
import type { AccountParts } from '../account-parts.ts'
import { createAccountsRepository, lockOrganisation, type Account } from '../../base/people/accounts-repository.ts'
import { lockOwnAccount, type OwnAccount } from '../own-account.ts'
import type { Sessions } from '../sessions.ts'
import { factorMail } from './factor-mails.ts'
import { createFactorsRepository, type FactorsRepository } from './factors-repository.ts'
import { renewCodes } from './recovery-codes.ts'
import type { FactorTools } from './second-step.ts'

export type OwnFactorParts = Omit<AccountParts, 'passwords'> & {
  readonly tools: FactorTools
  readonly own: OwnAccount
  readonly sessions: Pick<Sessions, 'goOn'>
}

export const emptySchema = object({})
export const failures = { ...authenticationFailures, 422: problemSchema }
export const config = {
  operation: 'account:own',
  withoutSecondFactor: true,
  invalid: { status: 422, message: 'Confira o que foi digitado e tente de novo.' },
} as const
export const secure = { ...config, operation: 'account:secure' } as const
export const credentials = { ...config, operation: 'account:credentials' } as const
export const refuse = (detail: string) => new Problem(422, detail)

export const orderOf = <const Body, const Answer>(summary: string, body: Body, answer: Answer) => ({
  summary,
  security,
  body,
  response: { 200: answer, ...failures },
})

export type FactorChange = Pick<AuditAct, 'action' | 'target'> & {
  readonly account: Account
  readonly what: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly endsOthers: boolean | undefined
}

export const createFactorChanges = ({ database, tools: { seal }, sessions, origin, clock }: OwnFactorParts) => ({
  /**
   * In one transaction: makes a change, ends other sessions on request, queues the mail with
   * `what`, and writes the log.
   */
  change: async <Value extends object>(
    { account, what, request, reply, endsOthers = false, ...act }: FactorChange,
    work: (factors: FactorsRepository) => Promise<Value>,
  ): Promise<Value & { access_token?: string }> => {
    const session = sessionOf(request)
    const { value, generation } = await database.transaction(async (tx) => {
      const [at, actor] = [clock(), actorOf(request)]
      await lockOrganisation(tx, account.organisationId)
      await lockOwnAccount(tx, request)
      const made = await work(createFactorsRepository(tx))
      const ended = endsOthers ? await createAccountsRepository(tx).endSessions(account.id, session?.id) : undefined
      const told = endsOthers ? `${what} As outras sessões terminaram.` : what
      await enqueueMail(tx, factorMail({ to: account.email, origin, what: told, at }))
      const organisationIds = await organisationsOf(tx, account.id)
      await recordActs(tx, [
        { organisationIds, act: { ...act, actor, at } },
        ...(endsOthers ? [{ organisationIds, act: { action: 'sessions.ended', actor, at } as const }] : []),
      ])
      return { value: made, generation: ended }
    })
    if (generation === undefined) return value
    return { ...value, access_token: await sessions.goOn({ ...account, generation }, session, { request, reply }) }
  },
  firstCodes: async (factors: FactorsRepository, { id }: Account): Promise<string[]> =>
    (await factors.count(id)).codes > 0 ? [] : renewCodes(factors, seal, id),
  /**
   * Throws when the organisation requires a factor and the last one goes. Recovery codes go with
   * the last factor.
   */
  afterRemoval: async (factors: FactorsRepository, { id }: Account): Promise<void> => {
    const { hasApp, passkeys, isRequired } = await factors.count(id)
    if (hasApp || passkeys > 0) return
    if (isRequired) throw refuse('A sua organização exige a verificação em duas etapas. Ligue outra forma antes.')
    await factors.setCodes(id, [])
  },
})
