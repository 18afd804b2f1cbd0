import type { FastifyPluginAsync } from 'fastify'
import type { InSessions } from '../base/access/in-sessions.ts'
import type { RouteParts } from '../base/parts.ts'
import { staffRoutes } from './staff-routes.ts'

type Parts = RouteParts & { readonly inSessions: InSessions }

/** Routes of the staff, who notify people (P-NOTICE-20). */
export const noticeRoutes: FastifyPluginAsync<Parts> = async (wing, { inSessions, ...parts }) => {
  await inSessions(wing, async (session) => {
    await session.register(staffRoutes, parts)
  })
}
