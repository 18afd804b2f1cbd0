import type { FastifyInstance } from 'fastify'

export type InSessions = (wing: FastifyInstance, add: (session: FastifyInstance) => Promise<void>) => Promise<void>
