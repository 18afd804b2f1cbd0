import type { Queryable } from '@atalaia/database'
import { routedBlockOf } from '@atalaia/server'
import type { Subjects } from '../base/access/authenticate.ts'
import type { Clock } from '../base/clock.ts'
import { createSharedLookUps } from '../base/shared-look-ups.ts'
import { createSessionsRepository, type SessionOwner } from './sessions-repository.ts'

/** P-SESSION-17 */
export const createFindAccount = (database: Queryable, clock: Clock): Subjects['findAccount'] => {
  const sessions = createSessionsRepository(database)
  const lookUps = createSharedLookUps<SessionOwner | undefined>()
  return async ({ email, sessionId, organisationId, issuedAt }, { ip, part, inTurn = (work) => work() }) => {
    const network = routedBlockOf(ip)
    const of = { email, sessionId, organisationId, issuedAt }
    const key = JSON.stringify([email, sessionId, organisationId, issuedAt, network, part])
    const found = await lookUps(key, () => inTurn(() => sessions.find(of, { network, at: clock(), part })))
    if (found === undefined) return undefined
    const { accountId: id, kind, until, proved, since, calledAt, email: _email, seen: _seen, ...held } = found
    const account = { ...held, id, visit: { since, calledAt } }
    if (sessionId === undefined) return account
    if (kind === null || until === null || proved === null) return undefined
    return { ...account, session: { id: sessionId, kind, until, provedAt: proved } }
  }
}
