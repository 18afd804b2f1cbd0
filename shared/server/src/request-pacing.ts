import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** One begins for each such time since the last, so that neither long turns nor new connections starve those that wait. */
const EACH_MS = 10

type Waiting = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** It carries one answer at a time: a connection of HTTP/1.1, a stream of HTTP/2. */
const carrierOf = (request: IncomingMessage): object => (request.httpVersionMajor > 1 ? request : request.socket)

/**
 * Begins all requests at once, except those whose address `waits` names: of these, one in each turn of the event loop that
 * took up no connection, or one for each 10 ms. Without that, one turn begins everything that came together: the calls of
 * 2,000 pages that open at once kept every other page waiting for more than a second. Node takes up one connection in a
 * turn, so that turns are short while connections wait, with pages among them.
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
  let hasConnected = false
  let lastBegan = 0
  const askForTurn = () => {
    isAsked = true
    setImmediate(beginNext)
  }

  const beginNext = () => {
    const now = performance.now()
    let due = Math.max(hasConnected ? 0 : 1, Math.floor((now - lastBegan) / EACH_MS))
    if (due > 0) lastBegan = now
    hasConnected = false
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

  server.on('connection', () => {
    hasConnected = true
  })
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const carrier = carrierOf(request)
    const earlier = waiting.get(carrier)
    if (earlier === undefined && waits(request.url ?? '')) {
      if (waiting.size === 0) lastBegan = performance.now()
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
