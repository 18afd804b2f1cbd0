import type { Attack } from '../attack.ts'
import { loginCall, networkIn, send } from '../http.ts'
import { repeat } from '../sockets.ts'

export const loginFlood: Attack = {
  name: 'login-flood',
  what: 'up to 200 logins a second, 60 at once, each with an account and a network of its own',
  short: true,
  health: 'ready',
  pages: 'served',
  api: 'served',
  attack: async ({ url }, signal) => {
    await repeat({ rate: 200, most: 3000, atOnce: 60 }, signal, (number) =>
      send(loginCall(url, networkIn(14, number), `nobody${number}@flood.example`, 'a wrong password')),
    )
    return []
  },
}
