import type { FastifyInstance } from 'fastify'

/** Adds the routes of a wing that need a session, with what holds for each of them. */
export type InSessions = (wing: FastifyInstance, add: (session: FastifyInstance) => Promise<void>) => Promise<void>
