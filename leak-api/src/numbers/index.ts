import type { FastifyPluginAsync } from 'fastify'
import { logged, type JobParts, type Jobs, type RouteParts } from '../base/parts.ts'
import { repeat } from '../base/repeat.ts'
import { fillRegisteredDomains } from '../base/store/registered-domain.ts'
import { watchWaiting } from './domains/domain-addresses.ts'
import { startDomainChecks } from './domains/check-domain.ts'
import type { DomainOrders } from './domains/domain-orders.ts'
import type { FindProof } from './domains/domain-proof.ts'
import { domainRoutes } from './domains/domain-routes.ts'
import { startDailyRuns } from './daily-runs.ts'
import { createFreshness } from './freshness.ts'
import { eventRoute } from './live/event-route.ts'
import { createFindRevisions } from './live/revisions.ts'
import { createStreams, type FindOpen } from './live/streams.ts'
import { monitoredRoutes } from './monitoring/monitored-routes.ts'
import { resumeRenewals } from './renew-numbers.ts'
import { startJudging } from './severity/store-judgements.ts'
import { createVisits } from './visits.ts'
import type { InSessions } from '../base/access/in-sessions.ts'

type Parts = RouteParts & {
  readonly inSessions: InSessions
  readonly orders: DomainOrders
  readonly maxAddresses: number
  readonly findOpen: FindOpen
}

export const numbersRoutes: FastifyPluginAsync<Parts> = async (wing, { inSessions, findOpen, ...parts }) => {
  const { database, keys, shares, clock } = parts
  const visits = createVisits(database, clock)
  const fresh = createFreshness({ database, visits, ring: keys.link, shares, clock })
  const streams = createStreams({
    findOpen,
    findRevisions: createFindRevisions(database, keys.link),
    clock,
    onFailure: (err) => wing.log.error({ err }, 'event streams have ended'),
  })
  await inSessions(wing, async (session) => {
    await session.register(eventRoute, { streams })
    await session.register(monitoredRoutes, { ...parts, visits, fresh })
    await session.register(domainRoutes, parts)
  })
}

const RESUME_EVERY_MS = 10 * 60_000

type NumbersJobParts = JobParts & { readonly findProof: FindProof; readonly isOwnershipChecked: boolean }

export const numbersJobs: Jobs<NumbersJobParts> = (parts) => {
  const { database, isOwnershipChecked, clock } = parts
  const onFailure = logged(parts, 'numbers are not renewed')
  const onCheckFailure = logged(parts, 'domains are not checked')
  fillRegisteredDomains(database).catch(logged(parts, 'registered domains are not filled in'))
  if (!isOwnershipChecked) watchWaiting(database, clock).catch(onCheckFailure)
  return [
    repeat({
      everyMs: RESUME_EVERY_MS,
      work: (signal) => resumeRenewals({ database, clock, signal }),
      onFailure,
    }),
    startDailyRuns({ database, clock, onFailure }),
    startJudging({ database, clock, onFailure: logged(parts, 'severities are not computed') }),
    startDomainChecks({ ...parts, onFailure: onCheckFailure }),
  ]
}
