import type { FastifyPluginAsync } from 'fastify'
import type { InSessions } from '../base/access/in-sessions.ts'
import { MINUTE_MS } from '../base/clock.ts'
import { logged, type Jobs, type RouteParts } from '../base/parts.ts'
import { repeat } from '../base/repeat.ts'
import { noteBounces } from './note-bounces.ts'
import { remindPeople } from './remind-people.ts'
import { staffRoutes } from './staff-routes.ts'

type Parts = RouteParts & { readonly inSessions: InSessions }

/** Routes of the staff, who notify people (P-NOTICE-20). */
export const noticeRoutes: FastifyPluginAsync<Parts> = async (wing, { inSessions, ...parts }) => {
  await inSessions(wing, async (session) => {
    await session.register(staffRoutes, parts)
  })
}

export const noticeJobs: Jobs = (parts) => [
  repeat({
    everyMs: MINUTE_MS,
    work: async () => {
      await noteBounces(parts)
      await remindPeople(parts)
    },
    onFailure: logged(parts, 'notices are not followed up'),
  }),
]
