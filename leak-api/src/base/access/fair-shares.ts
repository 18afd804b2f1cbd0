import { createFairQueue, type FairQueueOptions } from '@atalaia/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { busy } from '../problems.ts'

/**
 * A call uses one connection of the database's 10, so logins and health find some free. A page
 * gives up after 15 s (P-API-12).
 */
const DEFAULTS: FairQueueOptions = {
  concurrency: 8,
  concurrencyPerKey: 4,
  maxWaiting: 4000,
  maxWaitingPerKey: 1000,
  maxWaitMs: 10_000,
}

export type FairShares = {
  /**
   * Waits for the call's turn under `key`, and frees its place when the answer is ready. Rejects
   * with a 503 without a place.
   */
  enter(request: FastifyRequest, reply: FastifyReply, key: string): Promise<void>
  /** Frees the place before the answer, during slow work. */
  leave(request: FastifyRequest): void
  /** Runs shared work in a turn under `key`. */
  during<Value>(key: string, work: () => Promise<Value>): Promise<Value>
  /** Does work that does not wait for the database, without the call's place. Then takes a turn again. */
  outside<Value>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<Value>): Promise<Value>
}

export const createFairShares = (app: FastifyInstance, options: Partial<FairQueueOptions> = {}): FairShares => {
  const queue = createFairQueue({ ...DEFAULTS, ...options })
  const places = new WeakMap<FastifyRequest, { readonly key: string; leave(): void }>()
  // Also for failures and for clients that have gone; not onResponse, which waits for slow readers.
  const leave = (request: FastifyRequest) => {
    places.get(request)?.leave()
    places.delete(request)
  }
  app.addHook('onSend', async (request) => leave(request))
  const enter: FairShares['enter'] = async (request, reply, key) => {
    if (places.has(request)) return
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
    during: async (key, work) => {
      const place = await queue.enter(key)
      if (!place.ok) throw busy(place)
      try {
        return await work()
      } finally {
        place.leave()
      }
    },
    outside: async (request, reply, work) => {
      const place = places.get(request)
      leave(request)
      const value = await work()
      if (place !== undefined) await enter(request, reply, place.key)
      return value
    },
  }
}
