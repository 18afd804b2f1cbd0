import { newCode, plainCode, spacedCode } from '../../base/codes.ts'
import type { FactorsRepository } from './factors-repository.ts'
import type { Seal } from './seal.ts'

/** P-FACTOR-4 */
const CODES = 10

/** Replaces all recovery codes. Only this call returns them in clear. */
export const renewCodes = async (factors: FactorsRepository, seal: Seal, accountId: string): Promise<string[]> => {
  const codes = Array.from({ length: CODES }, newCode)
  await factors.setCodes(
    accountId,
    codes.map((code) => seal.hashOf(accountId, code)),
  )
  return codes.map(spacedCode)
}

/** Uses up a code in any spelling. `false`: the account has no such code. */
export const takeCode = (factors: FactorsRepository, seal: Seal, accountId: string, typed: string) =>
  factors.takeCode(accountId, seal.hashOf(accountId, plainCode(typed)))
