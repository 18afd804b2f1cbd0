import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { buildPackages } from '@atalaia/stack'
import { startGateway } from '../gateway/start-gateway.ts'
import { percentile, steadyLoad, type Call } from '../gateway/steady-load.ts'
import type { Row, Section } from '../section.ts'

const RATE = 200
const SECONDS = 30
const HIGHER_RATES = [400, 800]
const GOAL = 100

const paths = [PRODUCT_ROUTES.landing, PRODUCT_ROUTES.login, PRODUCT_ROUTES.analytics]

const milliseconds = (value: number) => `${value.toFixed(1)} ms`

const pageLoads =
  (url: string, cookie: string) =>
  (number: number): Call => ({
    url: url + (paths[number % paths.length] ?? '/'),
    headers: { 'accept-encoding': 'br', ...(number % 2 === 0 && { cookie }) },
  })

const rowsAt = async (rate: number, seconds: number, callOf: (number: number) => Call): Promise<Row[]> => {
  const { times, failures } = await steadyLoad({ rate, seconds, callOf })
  const [median, late] = [percentile(times, 0.5), percentile(times, 0.99)]
  return [
    {
      what: `${rate} page loads a second for ${seconds} s, one gateway: p50, p99, slowest`,
      value: [median, late, times.at(-1) ?? 0].map(milliseconds).join(', '),
      ...(rate === RATE && { goal: `p99 under ${GOAL} ms`, met: late < GOAL }),
    },
    { what: `… failed`, value: `${failures} of ${times.length}`, goal: 'none', met: failures === 0 },
  ]
}

export const pagesSection: Section = {
  name: 'pages',
  run: async () => {
    await buildPackages({ log: (line) => console.error(line) })
    const folder = await mkdtemp(join(tmpdir(), 'bench-'))
    const gateway = await startGateway({ DATA_DIR: folder })
    try {
      const first = await fetch(gateway.url)
      const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
      const callOf = pageLoads(gateway.url, cookie)
      await steadyLoad({ rate: RATE, seconds: 5, callOf })
      const rows = await rowsAt(RATE, SECONDS, callOf)
      for (const rate of HIGHER_RATES) rows.push(...(await rowsAt(rate, 10, callOf)))
      return [...rows, { what: 'memory of the gateway afterwards', value: `${(await gateway.memory()).toFixed(0)} MB` }]
    } finally {
      await gateway.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
