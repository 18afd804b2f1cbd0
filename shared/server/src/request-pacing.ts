import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** A turn that took longer begins one more for each such time, so that long turns do not starve those that wait. */
const EACH_MS = 10

type Waiting = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** It carries one answer at a time: a connection of HTTP/1.1, a stream of HTTP/2. */
const carrierOf = (request: IncomingMessage): object => (request.httpVersionMajor > 1 ? request : request.socket)

/**
 * Begins the requests whose address `waits` names one in each turn of the event loop, or one for each 10 ms of it, and all
 * others at once. Without that, one turn begins everything that came together: the calls of 2,000 pages that open at once
 * kept every other page waiting for more than a second.
 *
 * - Those that wait begin in the order in which they came. A connection has at most one of them: the next request on it
 *   begins both, and `guardRequests` bounds them.
 * - A request whose client goes before its turn is dropped.
 *
 * Called when nothing else is to be added to the listeners of the server.
 */
export const paceRequests = (app: FastifyInstance, waits: (url: string) => boolean): void => {
  const { server } = app
  const listeners = server.listeners('request')
  const begin = ({ request, response }: Waiting) => {
    for (const listener of listeners) listener.call(server, request, response)
  }

  const waiting = new Map<object, Waiting>()
  let isAsked = false
  const askForTurn = () => {
    isAsked = true
    setImmediate(beginNext, performance.now())
  }

  const beginNext = (since: number) => {
    let due = 1 + Math.floor((performance.now() - since) / EACH_MS)
    for (const [carrier, one] of waiting) {
      if (due === 0) break
      waiting.delete(carrier)
      // The response learns of it a moment later than its connection.
      if (one.response.destroyed || one.request.socket.destroyed) continue
      begin(one)
      due -= 1
    }
    isAsked = false
    if (waiting.size > 0) askForTurn()
  }

  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const carrier = carrierOf(request)
    const earlier = waiting.get(carrier)
    if (earlier === undefined && waits(request.url ?? '')) {
      waiting.set(carrier, { request, response })
      if (!isAsked) askForTurn()
      return
    }
    if (earlier !== undefined) {
      waiting.delete(carrier)
      begin(earlier)
    }
    begin({ request, response })
  })
}
