import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type SlowConnections = {
  readonly url: string
  readonly count: number
  from(at: number): string
  /** First bytes on each connection. */
  readonly begin: string
  /** Repeated, one byte each 2 s; nothing when empty. */
  readonly drip: string
  /** Does not read answers. */
  readonly unread?: boolean
}

const DRIP_EVERY_MS = 2000
const AT_ONCE = 100

/** Holds connections until `signal` aborts. Reopens closed ones with the next byte. */
export const holdConnections = async (options: SlowConnections, signal: AbortSignal): Promise<void> => {
  const { url, count, from, begin, drip, unread = false } = options
  const { hostname, port } = new URL(url)
  const sockets = new Map<number, Socket>()

  const open = (at: number) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: from(at) })
    sockets.set(at, socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(at))
    if (unread) socket.pause()
    else socket.resume()
    socket.write(begin)
  }
  const pause = () => wait(DRIP_EVERY_MS, undefined, { signal }).catch(() => undefined)

  for (let sent = 0; !signal.aborted; sent++) {
    for (let at = 0; at < count && !signal.aborted; at++) {
      const socket = sockets.get(at)
      if (socket === undefined) open(at)
      else if (drip !== '') socket.write(drip[sent % drip.length] ?? '')
      if (at % AT_ONCE === AT_ONCE - 1) await wait(10)
    }
    await pause()
  }
  for (const socket of sockets.values()) socket.destroy()
}

/** Limits: `rate` a second, `most` in all, `atOnce` parallel, until `signal` aborts. */
export const repeat = async (
  { rate, most, atOnce }: { readonly rate: number; readonly most: number; readonly atOnce: number },
  signal: AbortSignal,
  work: (number: number) => Promise<unknown>,
): Promise<void> => {
  const running = new Set<Promise<unknown>>()
  const began = performance.now()
  for (let number = 0; number < most && !signal.aborted; number++) {
    const due = began + (number * 1000) / rate
    const early = due - performance.now()
    if (early > 0) await wait(early, undefined, { signal }).catch(() => undefined)
    while (running.size >= atOnce) await Promise.race(running)
    if (signal.aborted) break
    const call = work(number).finally(() => running.delete(call))
    running.add(call)
  }
  await Promise.all(running)
}
