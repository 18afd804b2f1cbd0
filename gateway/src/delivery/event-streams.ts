import { EVENTS_PATH } from '@atalaia/contracts'
import { createClientShares, networkOf } from '@atalaia/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PassThrough, type Readable } from 'node:stream'
import { apiProblem } from '../errors.ts'

type Asked = Pick<FastifyRequest, 'ip'> & { readonly raw: object }

/** Calls below `path`. Default: all others. */
export type Passing = {
  readonly path?: string
  readonly connections: number
  enter(request: FastifyRequest, reply: FastifyReply): Promise<void>
  answer(request: Asked, stream: Readable, response: { readonly destroyed: boolean }): Promise<Buffer | Readable>
}

const SHARES = { perClient: 1024, total: 4096 }

/** M-GATEWAY-105 */
export const createEventStreams = (root: FastifyInstance): Passing => {
  const shares = createClientShares(SHARES)
  const ends = new Set<() => void>()
  root.addHook('preClose', async () => {
    for (const end of ends) end()
  })
  return {
    path: EVENTS_PATH,
    connections: SHARES.total,
    enter: async (request, reply) => {
      const giveBack = shares.take(networkOf(request.ip), () => reply.raw.destroy())
      if (giveBack === undefined) throw apiProblem(503, request.url, { 'retry-after': '60' })
      reply.raw.once('close', giveBack)
    },
    answer: async (_request, stream) => {
      const body = new PassThrough()
      const end = () => {
        stream.unpipe(body)
        body.end()
      }
      ends.add(end)
      body.once('close', () => {
        ends.delete(end)
        stream.destroy()
      })
      stream.once('error', (error) => body.destroy(error))
      return stream.pipe(body)
    },
  }
}
