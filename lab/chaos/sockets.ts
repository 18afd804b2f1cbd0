import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type SlowConnections = {
  readonly url: string
  readonly count: number
  /** The address that connection number `at` comes from. */
  from(at: number): string
  /** Bytes that are sent at once on each. */
  readonly begin: string
  /** Sent one byte each 2 s afterwards, again and again; nothing when empty. */
  readonly drip: string
  /** Leaves what the server answers unread. */
  readonly unread?: boolean
}

const DRIP_EVERY_MS = 2000
/** Connections opened at one moment, so that the backlog of the listening socket holds them. */
const AT_ONCE = 100

/** Holds connections open until `signal` aborts. Those that the server closes are opened again with the next byte. */
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

/** Calls `work` at most `rate` times a second and `most` times in all, at most `atOnce` at one moment, until `signal` aborts. */
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
