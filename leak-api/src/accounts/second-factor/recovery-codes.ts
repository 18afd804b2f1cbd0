import { newCode, plainCode, spacedCode } from '../../base/codes.ts'
import type { FactorsRepository } from './factors-repository.ts'
import type { Seal } from './seal.ts'

/** The recovery codes of an account (P-FACTOR-4). */
const CODES = 10

/** Gives an account new recovery codes in the place of all older ones. They can be read here and never again. */
export const renewCodes = async (factors: FactorsRepository, seal: Seal, accountId: string): Promise<string[]> => {
  const codes = Array.from({ length: CODES }, newCode)
  await factors.setCodes(
    accountId,
    codes.map((code) => seal.hashOf(accountId, code)),
  )
  return codes.map(spacedCode)
}

/** Uses up a code, in whatever way it is written. `false`: it is none of the account's. */
export const takeCode = (factors: FactorsRepository, seal: Seal, accountId: string, typed: string) =>
  factors.takeCode(accountId, seal.hashOf(accountId, plainCode(typed)))
