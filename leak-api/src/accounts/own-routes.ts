import type { FastifyPluginAsync } from 'fastify'
import type { AccountsRepository } from '../base/people/accounts-repository.ts'
import type { ConfirmPassword, GuardProof } from './confirm-password.ts'
import { createOwnAccount } from './own-account.ts'
import { ownAccountRoutes, type OwnAccountParts } from './own-account-routes.ts'
import type { OwnFactorParts } from './second-factor/factor-changes.ts'
import { ownFactorRoutes } from './second-factor/own-factor-routes.ts'
import { proofRoutes } from './proof-routes.ts'
import { ownSessionRoutes, type OwnSessionParts } from './session-routes.ts'

export type OwnParts = Omit<OwnAccountParts & OwnFactorParts & OwnSessionParts, 'own'> & {
  readonly accounts: AccountsRepository
  readonly confirmPassword: ConfirmPassword
  readonly guardProof: GuardProof
}

export const ownRoutes: FastifyPluginAsync<OwnParts> = async (app, { accounts, ...parts }) => {
  const person = { ...parts, own: createOwnAccount(accounts) }
  await app.register(ownAccountRoutes, person)
  await app.register(ownSessionRoutes, person)
  await app.register(ownFactorRoutes, person)
  await app.register(proofRoutes, person)
}
