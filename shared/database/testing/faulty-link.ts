import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A network link to PostgreSQL or S3 that a test can break. */
export type FaultyLink = {
  readonly url: string
  /** Open connections on the near side. */
  connections(): number
  /** Delivers held data and accepts connections again. */
  pass(): Promise<void>
  /** Forwards nothing, silently. {@link pass} delivers the held data, even of closed senders. */
  blackHole(): void
  /** Freezes open connections and serves new ones, like a failover. */
  strand(): void
  slow(delayMs: number): void
  /** Resets open connections and serves new ones. */
  cut(): void
  /** Resets open connections and refuses new ones until {@link pass}. */
  refuse(): Promise<void>
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'postgres:': 5432, 'postgresql:': 5432, 'http:': 80 }

const targetOf = (url: URL) => {
  const host = url.searchParams.get('host') ?? url.hostname
  const port = Number(url.port || DEFAULT_PORTS[url.protocol])
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

type Gate = { readonly opened: Promise<void>; open(): void }

const createGate = (): Gate => {
  let open: (() => void) | undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open?.() }
}

type Connection = { readonly near: Socket; readonly far: Socket; gate: Gate }

/** Opens a link on a free loopback port. */
export const createFaultyLink = async (url: string): Promise<FaultyLink> => {
  const through = new URL(url)
  const target = targetOf(through)
  const connections = new Set<Connection>()
  let delayMs = 0
  let gate = createGate()
  gate.open()
  const closedGates = new Set<Gate>()

  const pump = async (connection: Connection, from: Socket, to: Socket) => {
    try {
      for await (const piece of from) {
        if (delayMs > 0) await wait(delayMs)
        await connection.gate.opened
        to.write(piece)
      }
      await connection.gate.opened
      to.end()
    } catch {
      await connection.gate.opened
      to.destroy()
    }
  }
  const server = createServer((near) => {
    const connection: Connection = { near, far: connect(target), gate }
    const { far } = connection
    connections.add(connection)
    near.once('close', () => connections.delete(connection))
    for (const socket of [near, far]) socket.on('error', () => undefined)
    void pump(connection, near, far)
    void pump(connection, far, near)
  })
  const listen = async (port: number) => {
    server.listen(port, HOST)
    await once(server, 'listening')
  }
  await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('faulty link: it has no port')
  const { port } = address
  through.searchParams.delete('host')
  through.host = `${HOST}:${port}`

  const strand = (): Gate => {
    const closed = createGate()
    closedGates.add(closed)
    for (const connection of connections) connection.gate = closed
    return closed
  }
  const openGates = () => {
    for (const closed of closedGates) closed.open()
    closedGates.clear()
    gate = createGate()
    gate.open()
  }
  const cut = () => {
    for (const { near, far } of connections) {
      near.resetAndDestroy()
      far.destroy()
    }
  }
  const refuse = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    cut()
    openGates()
    await closed
  }
  return {
    url: through.href,
    connections: () => connections.size,
    pass: async () => {
      delayMs = 0
      openGates()
      if (!server.listening) await listen(port)
    },
    blackHole: () => {
      gate = strand()
    },
    strand: () => void strand(),
    slow: (ms) => {
      delayMs = ms
    },
    cut,
    refuse,
    close: refuse,
  }
}
