import type { Database } from '@atalaia/database'
import { createChallenges } from './challenges-repository.ts'
import { createFactorsRepository } from './factors-repository.ts'
import { createPasskeys, type RelyingParty } from './passkeys.ts'
import { createSeal } from './seal.ts'
import type { FactorTools } from './second-step.ts'

type ToolParts = RelyingParty & {
  readonly database: Database
  /** See `createSeal`. */
  readonly key: Uint8Array
}

export const createFactorTools = ({ database, key, ...party }: ToolParts): FactorTools => ({
  factors: createFactorsRepository(database),
  challenges: createChallenges(database),
  passkeys: createPasskeys(party),
  seal: createSeal(key),
})
