import type { Attack } from '../attack.ts'
import { addressIn, send } from '../http.ts'
import { repeat } from '../sockets.ts'

export const oneAccount: Attack = {
  name: 'one-account',
  what: 'one account reads its dashboard up to 500 times a second, 100 at once',
  short: true,
  health: 'ready',
  pages: 'served',
  api: 'served',
  attack: async (stage, signal) => {
    const greedy = await stage.signUp(addressIn(18, 0))
    const headers = { authorization: `Bearer ${greedy.token}` }
    await repeat({ rate: 500, most: 8000, atOnce: 100 }, signal, () =>
      send({ url: `${stage.url}/api/dashboard/resumo`, headers, from: greedy.from }),
    )
    return []
  },
}
