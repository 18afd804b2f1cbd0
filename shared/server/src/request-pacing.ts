import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

const EACH_MS = 10

type Waiting = { readonly request: IncomingMessage; readonly response: ServerResponse }

const carrierOf = (request: IncomingMessage): object => (request.httpVersionMajor > 1 ? request : request.socket)

/**
 * Starts requests at once, except addresses in `waits`: one in each event loop turn without new
 * connections, or one each 10 ms.
 * Otherwise one turn starts everything: 2,000 pages' calls delayed all pages by over a second.
 * - Waiting requests start in their order, one of each connection; a second starts both. `guardRequests`
 *   bounds them.
 * - Requests of vanished clients are dropped.
 * Call it last, after all server listeners.
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
