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

/** A login or a later proof counts this long. */
const FRESH_MS = 10 * MINUTE_MS
const MAX_PASSWORD_LENGTH = 1024

export type StepUpParts = {
  readonly database: Database
  readonly accounts: AccountsRepository
  readonly confirmPassword: ConfirmPassword
  readonly clock: Clock
}

/** True when the session has proved its person recently. A token without a session never has. */
export const isFresh = (request: FastifyRequest, at: Date): boolean => {
  const session = sessionOf(request)
  return session !== undefined && at.getTime() - session.provedAt < FRESH_MS
}

/**
 * `nada`: the login is fresh. `senha`: the call carries the password. `entrada`: an account without
 * a password logs in again.
 */
export type OlderProof = 'nada' | 'senha' | 'entrada'

/** The proof for a change, for builds of mfe-auth from before the shell asked for it. */
export const olderProof = (request: FastifyRequest, { hasPassword }: Account, at: Date): OlderProof => {
  if (isFresh(request, at)) return 'nada'
  return hasPassword ? 'senha' : 'entrada'
}

export const proofNeeded = async (database: Database, account: Account): Promise<Problem> => {
  const { passkeys } = await createFactorsRepository(database).count(account.id)
  const meios = [account.hasPassword && 'senha', passkeys > 0 && 'chave'].filter(Boolean)
  const detail = 'Nada foi feito: falta confirmar que é você. Se a página não pergunta, saia e entre de novo.'
  return new Problem(403, detail, { type: PROOF_NEEDED_PROBLEM, extensions: { meios } })
}

const passwordIn = ({ body }: FastifyRequest): string | undefined => {
  const { senha, atual }: { readonly senha?: unknown; readonly atual?: unknown } = Object(body)
  const password = senha ?? atual
  const isUsable = typeof password === 'string' && password !== '' && password.length <= MAX_PASSWORD_LENGTH
  return isUsable ? password : undefined
}

const MAILBOX_REASONS: Partial<Record<Operation, string>> = { 'members:invite': 'convites dizem quem convida' }

const demandMailbox = ({ caller }: FastifyRequest, operation: Operation) => {
  if (caller?.kind !== 'session' || caller.isMailboxProved || !needsProvedMailbox(operation)) return
  const reason = MAILBOX_REASONS[operation]
  const because = reason === undefined ? '' : `: ${reason}`
  throw new Problem(403, `Confirme antes a sua caixa de correio, na página Conta${because}.`)
}

/**
 * A hook that demands the proofs that an operation declares. It runs before the body's schema, so
 * nothing happens or leaks earlier. It always checks a sent password, which counts for the
 * session's next calls (P-SESSION-28).
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
