import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'

/** Raw connections of a test to servers on this machine. */
export type Sockets = {
  /** The connections that were opened, in order. */
  readonly all: readonly Socket[]
  /** Opens a connection from `from`, an address of this machine, and sends `head`. Its errors are nobody's. */
  send(port: number, head: string, from?: string): Promise<Socket>
  /** Ends all of them at once. */
  close(): void
}

export const createSockets = (): Sockets => {
  const all: Socket[] = []
  return {
    all,
    send: async (port, head, from = '127.0.0.1') => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from })
      all.push(socket)
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(head)
      return socket
    },
    close: () => {
      for (const socket of all.splice(0)) socket.destroy()
    },
  }
}

/** Resolves when `server` has taken up `count` requests more. */
export const received = (server: Server, count: number): Promise<void> => {
  let left = count
  return new Promise((resolve) => {
    server.on('request', () => {
      left -= 1
      if (left === 0) resolve()
    })
  })
}

/** Resolves at the end of a connection, which may be an error for who still writes. */
export const closed = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve))

/** Sends zeros for as long as the server takes them, up to `bytes`. */
export const sendZeros = (socket: Socket, bytes: number): void => {
  const block = Buffer.alloc(64 * 1024)
  let left = bytes
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      left -= block.length
      if (!socket.write(block)) return void socket.once('drain', more)
    }
  }
  more()
}
