import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './client-address.ts'
import { createClientShares } from './client-shares.ts'

/** Browsers and proxies send no requests ahead (RFC 9112, section 9.3.2). */
const WAITING_PER_CONNECTION = 2
const WAITING_PER_NETWORK = 64
const MAX_WAITING = 1024

type Waiting = { readonly begin: () => void; readonly giveBack: () => void }
type Lane = { readonly waiting: Waiting[]; isBusy: boolean; isOver: boolean }

/**
 * Starts one request of a connection at a time, after the previous answer. Bounds waiting ones by
 * connection, by network and in total. The first excess request and its followers get no answer:
 * the connection ends after earlier answers.
 */
export const answerInTurn = (app: FastifyInstance): void => {
  const lanes = new WeakMap<Socket, Lane>()
  const shares = createClientShares({ perClient: WAITING_PER_NETWORK, total: MAX_WAITING })

  const laneOf = (socket: Socket): Lane => {
    const lane: Lane = { waiting: [], isBusy: false, isOver: false }
    lanes.set(socket, lane)
    return lane
  }
  const beginNext = (socket: Socket, lane: Lane) => {
    if (socket.destroyed) {
      for (const { giveBack } of lane.waiting.splice(0)) giveBack()
      return
    }
    const next = lane.waiting.shift()
    if (next !== undefined) {
      next.giveBack()
      next.begin()
    } else if (lane.isOver) {
      socket.destroySoon()
    } else {
      lane.isBusy = false
    }
  }

  app.addHook('onRequest', (request, _reply, begin) => {
    // HTTP/2 has its own turns: a connection carries many requests at once.
    if (request.raw.httpVersionMajor > 1) return begin()
    const { socket } = request.raw
    const lane = lanes.get(socket) ?? laneOf(socket)
    if (lane.isOver) return
    if (!lane.isBusy) {
      lane.isBusy = true
      return begin()
    }
    const hasRoom = lane.waiting.length < WAITING_PER_CONNECTION
    const giveBack = hasRoom ? shares.take(networkOf(request.ip), () => socket.destroy()) : undefined
    if (giveBack !== undefined) return void lane.waiting.push({ begin, giveBack })
    lane.isOver = true
    socket.pause()
  })
  // Also for a client that has gone.
  app.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    const lane = socket ? lanes.get(socket) : undefined
    if (lane !== undefined) beginNext(socket, lane)
    done()
  })
}
