import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  allowOrigin,
  browserArgs,
  buildPackages,
  createClient,
  ensureBrowser,
  startPlatform,
  type Service,
} from '@atalaia/stack'
import { chromium, type Browser } from '@playwright/test'
import { SLOWDOWN } from '../dashboard/goals.ts'
import { slowNetwork } from '../dashboard/visit.ts'
import type { Row } from '../section.ts'
import { median, spread } from '../statistics.ts'
import { servePortal, EMBED_METHODS, type Portal, type EmbedMethod } from './serve-portal.ts'
import { ONE_PROCESS_ARGS, visitEmbed, type EmbedVisit } from './visit-embed.ts'

const SPEEDS = [
  { slowdown: 1, words: '' },
  { slowdown: SLOWDOWN, words: `, processor ${SLOWDOWN} times slower` },
] as const

const SHARES = { single: 1.05, frame: 1.05 } as const
const NAMES = { single: 'the single bundle', frame: 'a frame' } as const

const log = (line: string) => console.error(line)
const seconds = (values: readonly number[]): string => {
  const [from, to] = spread(values).map((value) => (value / 1000).toFixed(2))
  return `${(median(values) / 1000).toFixed(2)} s (${from} to ${to})`
}
const kilobytes = (values: readonly number[]): string => `${(median(values) / 1000).toFixed(1)} KB`

type Visits = ReadonlyMap<EmbedMethod, readonly EmbedVisit[]>

const measure = async (browser: Browser, portal: Portal, visits: number): Promise<readonly Visits[]> => {
  const seen = SPEEDS.map(() => new Map<EmbedMethod, EmbedVisit[]>(EMBED_METHODS.map((method) => [method, []])))
  for (let round = 0; round < visits; round += 1) {
    log(`  visit ${round + 1} of ${visits} …`)
    const turn = EMBED_METHODS.map((_, at) => EMBED_METHODS[(at + round) % EMBED_METHODS.length]).filter(
      (method) => method !== undefined,
    )
    for (const [at, { slowdown }] of SPEEDS.entries())
      for (const method of turn)
        seen[at]
          ?.get(method)
          ?.push(await visitEmbed(browser, { url: portal.urlOf(method), network: slowNetwork, slowdown }))
  }
  return seen
}

const rowsOf = (seen: readonly Visits[]): Row[] => {
  const valuesOf = (at: number, method: EmbedMethod, name: keyof EmbedVisit) =>
    seen[at]?.get(method)?.map((visit) => visit[name]) ?? []
  const times = SPEEDS.flatMap(({ words }, at) =>
    (['single', 'frame'] as const).map((other): Row => {
      const [ours, theirs] = [valuesOf(at, 'ours', 'stands'), valuesOf(at, other, 'stands')]
      const share = median(ours) / median(theirs)
      return {
        what: `time until the embed stands, slow 4G${words} (${NAMES[other]})`,
        value: `${seconds(ours)}, ${seconds(theirs)}: ${share.toFixed(3)} ×`,
        goal: `at most ${SHARES[other]} ×`,
        met: share <= SHARES[other],
        ...(other === 'single' && {
          figures: [{ name: `time until the embed stands${words}`, unit: 'ms' as const, values: ours }],
        }),
      }
    }),
  )
  const bytes = EMBED_METHODS.map((method) => `${method} ${kilobytes(valuesOf(0, method, 'bytes'))}`)
  return [...times, { what: 'bytes of pages and scripts until it stands, by the browser', value: bytes.join(', ') }]
}

export const embedTimes = async (folder: string, single: string, visits: number): Promise<Row[]> => {
  const services: Service[] = []
  const stops: (() => void | Promise<void>)[] = []
  try {
    const executablePath = await ensureBrowser(log)
    await buildPackages({ log })
    const dataDir = join(folder, 'data')
    await mkdir(dataDir)
    const env = { ...process.env, LOG_LEVEL: 'warn', PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir }
    const platform = await startPlatform({ env, noDemo: false, onStarted: (service) => void services.push(service) })
    if (!platform.demo) throw new Error('there is no demonstration account: take NODE_ENV=production away')
    const registration = { dataDir, account: platform.demo.email }
    const register = async (origin: string) => {
      await allowOrigin(registration, origin)
      return createClient(registration)
    }
    const portal = await servePortal({ gateway: platform.url, single, register })
    stops.push(portal.stop)
    const browser = await chromium.launch({ executablePath, args: [...browserArgs(), ...ONE_PROCESS_ARGS] })
    stops.push(() => browser.close())
    // Whatever is made once, here and in the servers, is made by then.
    for (const method of EMBED_METHODS) await visitEmbed(browser, { url: portal.urlOf(method), network: slowNetwork })
    return rowsOf(await measure(browser, portal, visits))
  } finally {
    for (const stop of stops.toReversed()) await stop()
    for (const service of services.toReversed()) await service.stop()
  }
}
