import { createFairQueue, type FairQueueOptions } from '@atalaia/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { busy } from '../problems.ts'

/**
 * A call works on one connection at a time, and the database's pool has 10: logins and health have the rest. A page
 * gives up after 15 s (P-API-12).
 */
const DEFAULTS: FairQueueOptions = {
  concurrency: 8,
  concurrencyPerKey: 4,
  maxWaiting: 4000,
  maxWaitingPerKey: 1000,
  maxWaitMs: 10_000,
}

/** Shares the database between organisations: calls of one wait for each other, and organisations take turns. */
export type FairShares = {
  /**
   * Waits for the turn of a call among those of `key`; its place is free again when the answer is ready to be sent.
   * Rejects with a 503 when there is no place.
   */
  enter(request: FastifyRequest, reply: FastifyReply, key: string): Promise<void>
  /** Gives the place free before the answer, while something slow goes on. */
  leave(request: FastifyRequest): void
  /** Does work that waits for others than the database without the call's place, and takes the call's turn once more. */
  outside<Value>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<Value>): Promise<Value>
}

/** The shares of the routes of `app`. */
export const createFairShares = (app: FastifyInstance, options: Partial<FairQueueOptions> = {}): FairShares => {
  const queue = createFairQueue({ ...DEFAULTS, ...options })
  const places = new WeakMap<FastifyRequest, { readonly key: string; leave(): void }>()
  // Also for failures and for clients that have gone; not onResponse, which waits for slow readers.
  const leave = (request: FastifyRequest) => places.get(request)?.leave()
  app.addHook('onSend', async (request) => leave(request))
  const enter: FairShares['enter'] = async (request, reply, key) => {
    const gone = new AbortController()
    // Its reason costs a stack: not for each call that was answered.
    reply.raw.once('close', () => reply.raw.writableFinished || gone.abort())
    const place = await queue.enter(key, { signal: gone.signal })
    if (!place.ok) throw busy(place)
    places.set(request, { key, leave: place.leave })
  }
  return {
    enter,
    leave,
    outside: async (request, reply, work) => {
      const place = places.get(request)
      leave(request)
      const value = await work()
      if (place !== undefined) await enter(request, reply, place.key)
      return value
    },
  }
}
