import type { Attack } from '../attack.ts'
import { addressIn } from '../http.ts'
import { holdConnections } from '../sockets.ts'

const PIPELINED = 40

export const slowReaders: Attack = {
  name: 'slow-readers',
  what: `150 connections that ask for ${PIPELINED} pages each and read nothing`,
  short: true,
  health: 'ready',
  pages: 'served',
  api: 'served',
  attack: async ({ url }, signal) => {
    const begin = `GET /login HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAccept-Encoding: identity\r\n\r\n`.repeat(
      PIPELINED,
    )
    await holdConnections(
      { url, count: 150, from: (at) => addressIn(12, at % 10), begin, drip: '', unread: true },
      signal,
    )
    return []
  },
}
