import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'

export type Sockets = {
  readonly all: readonly Socket[]
  send(port: number, head: string, from?: string): Promise<Socket>
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

export const received = (server: Server, count: number): Promise<void> => {
  let left = count
  return new Promise((resolve) => {
    server.on('request', () => {
      left -= 1
      if (left === 0) resolve()
    })
  })
}

export const closed = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve))

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
