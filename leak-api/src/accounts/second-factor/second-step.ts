import type { Database } from '@atalaia/database'
import { SECOND_FACTOR_PROBLEMS } from '@atalaia/contracts/second-factor'
import { Problem } from '@atalaia/server'
import { createChallenges, type Challenges } from './challenges-repository.ts'
import { createFactorsRepository, type FactorsRepository } from './factors-repository.ts'
import { createPasskeys, type RelyingParty, type Passkeys } from './passkeys.ts'
import { createSeal, type Seal } from './seal.ts'
import type { Account } from '../../base/people/accounts-repository.ts'
import type { CameBy } from '../account-parts.ts'
import { stepOf } from './authenticator-app.ts'
import type { SecondStepAnswer } from './factor-bodies.ts'
import { takeCode } from './recovery-codes.ts'

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

export type FactorTools = {
  readonly factors: FactorsRepository
  readonly challenges: Challenges
  readonly passkeys: Passkeys
  readonly seal: Seal
}

export type StepFacts = CameBy & {
  readonly now: Date
  readonly next?: string | undefined
}

/**
 * Refuses with the next second step; `undefined`: none. Names the open ways, and carries the
 * challenge for {@link answersStep}.
 */
export const nextStep = async (
  { factors, challenges, passkeys }: FactorTools,
  { id: accountId, generation }: Account,
  { provider, identity, next, now }: StepFacts,
): Promise<Problem | undefined> => {
  const { hasApp, codes } = await factors.count(accountId)
  const known = await factors.passkeys(accountId)
  if (!hasApp && known.length === 0) return undefined
  const owner = { accountId, generation, provider: provider ?? null, identity: identity ?? null }
  const desafio = await challenges.create('login', owner, now)
  const ways = [hasApp && 'codigo', known.length > 0 && 'chave', codes > 0 && 'recuperacao'].filter(Boolean)
  return new Problem(
    401,
    'Falta a segunda etapa: o código do aplicativo, a chave de acesso ou um código de recuperação.',
    {
      type: SECOND_FACTOR_PROBLEMS.required,
      extensions: {
        desafio,
        meios: ways,
        ...(next !== undefined && { proxima: next }),
        ...(known.length > 0 && { opcoes: await passkeys.request(desafio, known) }),
      },
    },
  )
}

/** True for a right answer. Uses up single-use proofs. */
export const answersStep = async (
  { factors, passkeys, seal }: FactorTools,
  accountId: string,
  { desafio, codigo, recuperacao, chave }: SecondStepAnswer,
  now: Date,
): Promise<boolean> => {
  if (chave !== undefined) {
    const passkey = await factors.findPasskey(chave.id)
    if (passkey?.accountId !== accountId) return false
    const counter = await passkeys.verifyAnswer(chave, desafio, passkey)
    return counter !== undefined && factors.usePasskey(passkey.id, counter, now)
  }
  if (recuperacao !== undefined) return takeCode(factors, seal, accountId, recuperacao)
  const app = await factors.findApp(accountId, true)
  if (app === undefined || codigo === undefined) return false
  const step = stepOf(seal.open(accountId, Buffer.from(app.sealed, 'hex')), codigo.replaceAll(/\s/g, ''), now)
  return step !== undefined && factors.takeStep(accountId, step, true, now)
}
