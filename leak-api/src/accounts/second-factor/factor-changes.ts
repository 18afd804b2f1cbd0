import type { Database } from '@atalaia/database'
import { Problem, problemSchema, type RateLimits } from '@atalaia/server'
import { object } from 'zod/mini'
import { authenticationFailures } from '../../access/caller.ts'
import type { Clock } from '../../clock.ts'
import { enqueueMail } from '../../mail/enqueue-mail.ts'
import { lockOrganisation, type Account } from '../accounts-repository.ts'
import type { ConfirmPassword } from '../confirm-password.ts'
import type { OwnAccount } from '../own-account.ts'
import { factorMail } from './factor-mails.ts'
import { createFactorsRepository, type FactorsRepository } from './factors-repository.ts'
import { renewCodes } from './recovery-codes.ts'
import type { FactorTools } from './second-step.ts'

export type OwnFactorParts = {
  readonly database: Database
  readonly tools: FactorTools
  readonly own: OwnAccount
  readonly confirmPassword: ConfirmPassword
  readonly limits: RateLimits
  readonly brand: string
  /** The address of the product's pages. */
  readonly origin: string
  readonly clock: Clock
}

export const emptySchema = object({})
export const failures = { ...authenticationFailures, 422: problemSchema }
/** Of routes that are open before a second factor that the organisation wants is there. */
export const config = {
  operation: 'account:own',
  withoutSecondFactor: true,
  invalid: { status: 422, message: 'Confira o que foi digitado e tente de novo.' },
} as const
export const refuse = (detail: string) => new Problem(422, detail)

/** What each change of an account's second factors has in common. */
export const createFactorChanges = ({ database, tools: { seal }, origin, clock }: OwnFactorParts) => ({
  /** Makes a change and queues the mail that says `what`, in one transaction and one after the other. */
  change: <Value>(account: Account, what: string, work: (factors: FactorsRepository) => Promise<Value>) =>
    database.transaction(async (tx) => {
      await lockOrganisation(tx, account.organisationId)
      const value = await work(createFactorsRepository(tx))
      await enqueueMail(tx, factorMail({ to: account.email, origin, what, at: clock() }))
      return value
    }),
  /** New recovery codes for an account that has none. */
  firstCodes: async (factors: FactorsRepository, { id }: Account): Promise<string[]> =>
    (await factors.count(id)).codes > 0 ? [] : renewCodes(factors, seal, id),
  /** Throws where the organisation wants a factor and the last one has gone. Recovery codes go with the last one. */
  afterRemoval: async (factors: FactorsRepository, { id }: Account): Promise<void> => {
    const { hasApp, passkeys, isRequired } = await factors.count(id)
    if (hasApp || passkeys > 0) return
    if (isRequired) throw refuse('A sua organização exige a verificação em duas etapas. Ligue outra forma antes.')
    await factors.setCodes(id, [])
  },
})
