import type { Attack } from '../attack.ts'
import { addressIn, loginCall, networkIn, send } from '../http.ts'
import { repeat } from '../sockets.ts'

const CALLS_PER_SECOND = 50
const MAX_CALLS = 3000
const ADDRESSES = 60
const MAX_GUESSES = 100

export const guesses: Attack = {
  name: 'guesses',
  what: `${CALLS_PER_SECOND} passwords a second tried on one account from ${ADDRESSES} networks`,
  short: true,
  leastSeconds: 5,
  health: 'ready',
  pages: 'served',
  api: 'served',
  attack: async (stage, signal) => {
    const victim = await stage.signUp(addressIn(15, 201))
    let [tried, compared] = [0, 0]
    await repeat({ rate: CALLS_PER_SECOND, most: MAX_CALLS, atOnce: 20 }, signal, async (number) => {
      const from = networkIn(15, number % ADDRESSES)
      const { status } = await send(loginCall(stage.url, from, victim.email, `guess number ${number}`))
      tried += 1
      if (status === 401) compared += 1
    })
    return compared > MAX_GUESSES ? [`${compared} of ${tried} guesses were compared, the goal is ${MAX_GUESSES}`] : []
  },
}
