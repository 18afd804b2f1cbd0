import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Network } from './visit.ts'

const PACKET_BYTES = 1400

export type Relay = {
  readonly url: string
  /** Bytes really sent, independent of the browser's report. */
  sent(): number
  stop(): void
}

/**
 * Adds half the latency each way, the whole once a handshake, and a shared bandwidth. No losses, no
 * slow start.
 */
export const startRelay = async (url: string, network?: Network): Promise<Relay> => {
  const { protocol, hostname, port } = new URL(url)
  let [sent, free] = [0, 0]
  /** Arrival time of a server's packet. */
  const arrival = (bytes: number): number => {
    if (!network) return 0
    free = Math.max(free, performance.now()) + (bytes * 1000) / network.bytesPerSecond
    return free + network.latency / 2
  }
  const relay = createServer((client) => {
    const began = performance.now()
    const server = connect(Number(port), hostname)
    server.on('data', ({ length }) => (sent += length))
    const { latency = 0 } = network ?? {}
    pass(client, server, () => (network ? Math.max(began + latency, performance.now()) + latency / 2 : 0))
    pass(server, client, arrival)
    const end = () => {
      client.destroy()
      server.destroy()
    }
    client.on('error', end)
    server.on('error', end)
  })
  await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done))
  const address = relay.address()
  if (typeof address !== 'object' || !address) throw new Error('the relay has no address')
  return { url: `${protocol}//127.0.0.1:${address.port}`, sent: () => sent, stop: () => void relay.close() }
}

const pass = (from: Socket, to: Socket, dueOf: (bytes: number) => number): void => {
  let before = Promise.resolve()
  const inOrder = (due: number, work: () => void) => {
    const later = due - performance.now()
    const arrived = later > 0 ? wait(later) : undefined
    before = Promise.all([before, arrived]).then(() => {
      if (!to.destroyed) work()
    })
  }
  from.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; at += PACKET_BYTES) {
      const packet = chunk.subarray(at, at + PACKET_BYTES)
      inOrder(dueOf(packet.length), () => void to.write(packet))
    }
  })
  from.on('end', () => inOrder(dueOf(0), () => void to.end()))
}
