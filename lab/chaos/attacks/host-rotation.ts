import type { Attack } from '../attack.ts'
import { addressIn, send } from '../http.ts'
import { repeat } from '../sockets.ts'

const RATE = 100

export const hostRotation: Attack = {
  name: 'host-rotation',
  what: `${RATE} pages a second, each with a Host of its own`,
  short: true,
  health: 'ready',
  pages: 'served',
  api: 'served',
  attack: async ({ url }, signal) => {
    await repeat({ rate: RATE, most: 3000, atOnce: 50 }, signal, (number) =>
      send({ url: `${url}/login`, headers: { host: `h${number}.attacker.example` }, from: addressIn(13, 0) }),
    )
    return []
  },
}
