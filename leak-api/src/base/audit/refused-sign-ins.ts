import type { Database } from '@atalaia/database'
import { routedBlockOf, type RateLimits } from '@atalaia/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HOUR_MS, type Clock } from '../clock.ts'
import { organisationsOf } from './audit-repository.ts'
import { recordAuditIn } from './record-audit.ts'

/**
 * Rows in an hour for each reason, by account and by organisation. Guesses neither fill the log nor
 * hide other acts.
 */
const [PER_ACCOUNT, PER_ORGANISATION] = [5, 60]

type Refused = { readonly id: string; readonly email: string }

/**
 * Logs a refused sign-in. `reason` is a fixed word. Callers do not wait: the time would reveal
 * accounts (P-AUDIT-4).
 */
export type RefusedSignIns = (
  account: Refused,
  reason: 'password' | 'second-factor' | 'company',
  request: FastifyRequest,
) => void

type RefusedParts = { readonly database: Database; readonly limits: RateLimits; readonly clock: Clock }

export const createRefusedSignIns = (
  app: FastifyInstance,
  { database, limits, clock }: RefusedParts,
): RefusedSignIns => {
  const ofAccount = limits.window({ name: 'audit-refused', points: PER_ACCOUNT, windowMs: HOUR_MS })
  const ofOrganisation = limits.window({
    name: 'audit-refused-organisation',
    points: PER_ORGANISATION,
    windowMs: HOUR_MS,
  })
  const running = new Set<Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.all(running)))
  const write = async ({ id, email }: Refused, reason: string, network: string): Promise<void> => {
    const at = clock()
    if (!(await ofAccount.consume(`${id} ${reason}`)).ok) return
    const open: string[] = []
    for (const organisationId of await organisationsOf(database, id))
      if ((await ofOrganisation.consume(`${organisationId} ${reason}`)).ok) open.push(organisationId)
    const target = { kind: 'account', id, name: email } as const
    const actor = { kind: 'unknown', network } as const
    await database.transaction((tx) =>
      recordAuditIn(tx, open, { action: 'session.refused', actor, at, target, after: { reason } }),
    )
  }
  return (account, reason, request) => {
    const work = write(account, reason, routedBlockOf(request.ip)).catch((err: unknown) =>
      request.log.error({ err }, 'a refused sign-in could not be written into the audit log'),
    )
    running.add(work)
    void work.finally(() => running.delete(work))
  }
}
