import { GATEWAY_ADDRESSES, type ActivationReport } from '@atalaia/contracts'
import type { Attack } from '../attack.ts'
import { JSON_BODY, networkIn, send } from '../http.ts'
import { repeat } from '../sockets.ts'
import { PUBLISHED } from '../stage.ts'

const HONEST = 100
const NETWORKS = 3
const FORGED = 60

const report = async (url: string, from: string, outcome: ActivationReport['outcome']): Promise<number> => {
  const page = await send({ url: `${url}/login`, from })
  const cookie = (page.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ')
  const activation = { remote: PUBLISHED.name, version: PUBLISHED.now, outcome, milliseconds: {} }
  const body = JSON.stringify({ activations: [activation], vitals: [] })
  const headers = { ...JSON_BODY, cookie }
  return (await send({ url: `${url}${GATEWAY_ADDRESSES.reports}`, method: 'POST', headers, body, from })).status
}

export const forgedReports: Attack = {
  name: 'forged-reports',
  what: `${FORGED} false reports from ${NETWORKS} networks after ${HONEST} honest ones`,
  short: true,
  leastSeconds: 5,
  health: 'ready',
  pages: 'served',
  api: 'served',
  attack: async ({ url, remotes }, signal) => {
    let taken = 0
    const count = async (answered: Promise<number>) => {
      if ((await answered) === 204) taken += 1
    }
    await repeat({ rate: 40, most: HONEST, atOnce: 20 }, signal, (number) =>
      count(report(url, networkIn(16, number), 'ready')),
    )
    await repeat({ rate: 40, most: FORGED, atOnce: 20 }, signal, (number) =>
      count(report(url, networkIn(17, number % NETWORKS), 'failed')),
    )
    const { output } = await remotes('history', PUBLISHED.name)
    const found = taken === 0 ? ['no report was taken: nothing was measured'] : []
    return /rollback|taken back/i.test(output)
      ? [...found, `a good version was taken back by ${NETWORKS} networks`]
      : found
  },
}
