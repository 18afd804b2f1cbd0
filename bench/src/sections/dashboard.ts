import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserArgs, buildPackages, ensureBrowser, startPlatform, type Service } from '@atalaia/stack'
import { chromium, type Browser } from '@playwright/test'
import { countBytes } from '../dashboard/count-bytes.ts'
import { federationBytes } from '../dashboard/federation-bytes.ts'
import { dashboardRows, SLOWDOWN, type Measured } from '../dashboard/goals.ts'
import { DEFAULT_FEDERATION, opponents, type Opponent } from '../dashboard/opponents.ts'
import { compareContent, type Address } from '../dashboard/same-content.ts'
import { serveVariant } from '../dashboard/serve-variant.ts'
import { longWay, slowNetwork, thinNetwork, tokenOf, visit, type Visit, type VisitOptions } from '../dashboard/visit.ts'
import type { Row, Section, SectionOptions } from '../section.ts'
import { median } from '../statistics.ts'

const DEFAULT_VISITS = 7
/** Pixels of two screens that may differ: edges of letters, and the curve of the chart. */
const MAX_PIXELS = 500

const log = (line: string) => console.error(line)

const inTurn = async (
  browser: Browser,
  addresses: readonly Address[],
  options: Omit<VisitOptions, 'url'>,
): Promise<Visit[]> => {
  const visits: Visit[] = []
  for (const { url } of addresses) visits.push(await visit(browser, { ...options, url }))
  return visits
}

const ofVariant = (rounds: readonly Visit[][], at: number): Visit[] => rounds.flatMap((round) => round[at] ?? [])

type Visits = { readonly addresses: readonly Address[]; readonly token: string; readonly visits: number }

/** The visits of all variants. They take turns, so that what else the machine does falls on all of them alike. */
const measure = async (browser: Browser, { addresses, token, visits }: Visits): Promise<Measured[]> => {
  const [fast, slow]: [Visit[][], Visit[][]] = [[], []]
  for (let round = 1; round <= visits; round += 1) {
    log(`  visit ${round} of ${visits} …`)
    fast.push(await inTurn(browser, addresses, { token, network: slowNetwork }))
    slow.push(await inTurn(browser, addresses, { token, network: slowNetwork, slowdown: SLOWDOWN }))
  }
  const measured: Measured[] = []
  for (const [at, { name, url }] of addresses.entries()) {
    const relay = await countBytes(url)
    const deep = await visit(browser, { url: relay.url, token, network: longWay })
    measured.push({ name, fast: ofVariant(fast, at), slow: ofVariant(slow, at), deep, sent: relay.sent() })
    relay.stop()
  }
  return measured
}

/** That all variants show the same. */
const contentRows = async (browser: Browser, [ours, ...others]: readonly Address[], token: string): Promise<Row[]> => {
  if (!ours) return []
  const found = await compareContent(browser, { reference: ours, others, token })
  return found.map(({ difference, pixels }, at) => ({
    what: `content of ${others[at]?.name} against ours: accessibility tree, picture (phone and desktop)`,
    value: `${difference ?? 'equal'}, ${pixels} pixels differ`,
    goal: `equal, at most ${MAX_PIXELS} pixels`,
    met: difference === undefined && pixels <= MAX_PIXELS,
  }))
}

const chosen = (against: readonly string[] | undefined): readonly Opponent[] => {
  const unknown = against?.find((name) => !opponents.some((opponent) => opponent.name === name))
  if (unknown !== undefined)
    throw new Error(`no opponent ${unknown}; there are ${opponents.map(({ name }) => name).join(', ')}`)
  return opponents.filter(({ name }) => against?.includes(name) ?? true)
}

const run = async ({ against, visits = DEFAULT_VISITS }: SectionOptions): Promise<Row[]> => {
  const measuredAgainst = chosen(against)
  const folder = await mkdtemp(join(tmpdir(), 'atalaia-bench-'))
  const services: Service[] = []
  const stops: (() => void)[] = []
  const executablePath = await ensureBrowser(log)
  try {
    await buildPackages({ log })
    const platform = await startPlatform({
      env: { ...process.env, LOG_LEVEL: 'warn', PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') },
      noDemo: false,
      onStarted: (service) => services.push(service),
    })
    if (!platform.demo) throw new Error('there is no demonstration account: take NODE_ENV=production away')
    const token = await tokenOf(platform.url, platform.demo)
    const browser = await chromium.launch({ executablePath, args: browserArgs() })
    stops.push(() => void browser.close())
    const serve = async (options: Omit<Parameters<typeof serveVariant>[0], 'api'>) => {
      const served = await serveVariant({ ...options, api: platform.url })
      stops.push(served.stop)
      return served.url
    }
    const addressOf = async ({ name, build, preloads }: Opponent): Promise<Address> => {
      log(`  building ${name} …`)
      const variant = await build(join(folder, name))
      const bare = await serve({ variant, preload: [] })
      if (!preloads) return { name, url: bare }
      const { files } = await visit(browser, { url: bare, token, network: longWay })
      const preload = files.filter((file) => file.startsWith('/files/') && !variant.entry.includes(file))
      return { name, url: await serve({ variant, preload }) }
    }
    const addresses: Address[] = [{ name: 'ours', url: platform.url }]
    for (const opponent of measuredAgainst) addresses.push(await addressOf(opponent))
    log('  looking at each …')
    const content = await contentRows(browser, addresses, token)
    const measured = await measure(browser, { addresses, token, visits })
    const thin: number[] = []
    for (let round = 0; round < visits; round += 1)
      thin.push((await visit(browser, { url: platform.url, token, network: thinNetwork })).firstPaint)
    const standard = measuredAgainst.some(({ name }) => name === DEFAULT_FEDERATION)
    return [
      ...dashboardRows(measured),
      {
        what: 'time until the first paint of content, 400 ms and 50 KB/s',
        value: `${(median(thin) / 1000).toFixed(2)} s`,
        goal: 'under 2 s',
        met: median(thin) < 2000,
        figures: [{ name: 'first paint at 400 ms and 50 KB/s', unit: 'ms', values: thin }],
      },
      ...(await federationRows(standard ? join(folder, DEFAULT_FEDERATION) : undefined)),
      ...content,
    ]
  } finally {
    for (const stop of stops) stop()
    for (const service of services.toReversed()) await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`

const federationRows = async (standard: string | undefined): Promise<Row[]> => {
  const { ours, theirs } = await federationBytes(standard)
  return [
    {
      what: 'what federation costs: runtime and remote entry (default federation)',
      value: `${kilobytes(ours)}${theirs === undefined ? '' : ` (${kilobytes(theirs)})`}`,
      goal: 'at most 20 KB',
      met: ours <= 20_000,
      figures: [{ name: 'federation itself', unit: 'bytes', values: [ours] }],
    },
  ]
}

export const dashboardSection: Section = { name: 'dashboard', run }
