import type { Database } from '@atalaia/database'
import { isOwnAccount, mayDoAsSupport } from '@atalaia/contracts'
import type { RateLimits } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import { accountActor } from '../../base/audit/actor-of.ts'
import { recordAudit } from '../../base/audit/record-audit.ts'
import { MINUTE_MS, type Clock } from '../../base/clock.ts'
import { tooManyRequests } from '../../base/problems.ts'

/** Calls of one support access in a minute: each is a row of the organisation's log. */
const CALLS_PER_MINUTE = 120

/** M-SUPPORT-3 */
export const createSupportLog = ({
  database,
  limits,
  clock,
}: {
  readonly database: Database
  readonly limits: RateLimits
  readonly clock: Clock
}) => {
  const calls = limits.window({ name: 'support-calls', points: CALLS_PER_MINUTE, windowMs: MINUTE_MS })
  return async (request: FastifyRequest): Promise<void> => {
    const { caller } = request
    const { operation } = request.routeOptions.config
    if (caller?.kind !== 'session' || caller.supportId === null) return
    // The operator's own account is none of the organisation's.
    if (operation === undefined || isOwnAccount(operation) || !mayDoAsSupport(operation)) return
    const allowed = await calls.consume(caller.supportId)
    if (!allowed.ok) throw tooManyRequests(allowed)
    const { organisationId, accountId: id, email } = caller
    const [path = ''] = request.url.split('?')
    await database.transaction((tx) =>
      recordAudit(tx, {
        organisationId,
        action: 'support.used',
        actor: accountActor({ id, email }, request),
        at: clock(),
        after: { metodo: request.method, caminho: path },
      }),
    )
  }
}
