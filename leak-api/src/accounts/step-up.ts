import { needsProvedMailbox, proofFor, PROOF_NEEDED_PROBLEM, type Operation } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { Problem } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import { isChange } from '../base/access/authenticate.ts'
import { sessionOf } from '../base/access/caller.ts'
import { MINUTE_MS, type Clock } from '../base/clock.ts'
import type { Account, AccountsRepository } from '../base/people/accounts-repository.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import { createOwnAccount } from './own-account.ts'
import { createFactorsRepository } from './second-factor/factors-repository.ts'
import { createSessionsRepository } from './sessions-repository.ts'

/** A login, or a later proof, counts for so long. */
const FRESH_MS = 10 * MINUTE_MS
const MAX_PASSWORD_LENGTH = 1024

export type StepUpParts = {
  readonly database: Database
  readonly accounts: AccountsRepository
  readonly confirmPassword: ConfirmPassword
  readonly clock: Clock
}

/** True where the session of a call has proved its person a short time ago. A token that names no session never has. */
export const isFresh = (request: FastifyRequest, at: Date): boolean => {
  const session = sessionOf(request)
  return session !== undefined && at.getTime() - session.provedAt < FRESH_MS
}

/** `nada`: the login is fresh. `senha`: the password comes with the call. `entrada`: the account has none, and logs in anew. */
export type OlderProof = 'nada' | 'senha' | 'entrada'

/** The proof that a change needs now, as builds of mfe-auth ask for it that were made before the shell did. */
export const olderProof = (request: FastifyRequest, { hasPassword }: Account, at: Date): OlderProof => {
  if (isFresh(request, at)) return 'nada'
  return hasPassword ? 'senha' : 'entrada'
}

/** The refusal of a change until the session has proved its person again, with the proofs that are open to the account. */
export const proofNeeded = async (database: Database, account: Account): Promise<Problem> => {
  const { passkeys } = await createFactorsRepository(database).count(account.id)
  const meios = [account.hasPassword && 'senha', passkeys > 0 && 'chave'].filter(Boolean)
  const detail = 'Nada foi feito: falta confirmar que é você. Se a página não pergunta, saia e entre de novo.'
  return new Problem(403, detail, { type: PROOF_NEEDED_PROBLEM, extensions: { meios } })
}

/** The password in a body that no schema has read yet: `senha`, or `atual` beside a new one. */
const passwordIn = ({ body }: FastifyRequest): string | undefined => {
  const { senha, atual }: { readonly senha?: unknown; readonly atual?: unknown } = Object(body)
  const password = senha ?? atual
  const isUsable = typeof password === 'string' && password !== '' && password.length <= MAX_PASSWORD_LENGTH
  return isUsable ? password : undefined
}

/** The reasons why an operation needs a proved mailbox. */
const MAILBOX_REASONS: Partial<Record<Operation, string>> = { 'members:invite': 'convites dizem quem convida' }

const demandMailbox = ({ caller }: FastifyRequest, operation: Operation) => {
  if (caller?.kind !== 'session' || caller.isMailboxProved || !needsProvedMailbox(operation)) return
  const reason = MAILBOX_REASONS[operation]
  const because = reason === undefined ? '' : `: ${reason}`
  throw new Problem(403, `Confirme antes a sua caixa de correio, na página Conta${because}.`)
}

/**
 * A hook for changes of sessions. It asks for the proved mailbox and the proof of the person that their operation declares
 * (P-SESSION-28). It runs before the body is checked against its schema, so that nothing is done, and nothing told, before. A password
 * that comes with the call is always checked; a right one is such a proof, and counts for the session's next calls.
 */
export const createStepUp = ({ database, accounts, confirmPassword, clock }: StepUpParts) => {
  const sessions = createSessionsRepository(database)
  const own = createOwnAccount(accounts)
  return async (request: FastifyRequest): Promise<void> => {
    const { operation, invalid } = request.routeOptions.config
    if (request.caller?.kind !== 'session' || operation === undefined || !isChange(request.method)) return
    demandMailbox(request, operation)
    const proof = proofFor(operation)
    if (proof === 'none') return
    const [password, isProved] = [passwordIn(request), proof === 'fresh' && isFresh(request, clock())]
    if (isProved && password === undefined) return
    if (proof === 'password' && password === undefined)
      throw new Problem(422, invalid?.message ?? 'Informe a sua senha.')
    const account = await own(request)
    if (isProved && !account.hasPassword) return
    const takesPassword = proof === 'password' || account.hasPassword
    if (password === undefined || !takesPassword) throw await proofNeeded(database, account)
    await confirmPassword(request, account, password)
    const session = sessionOf(request)
    if (session !== undefined) await sessions.prove(session.id, clock())
  }
}
