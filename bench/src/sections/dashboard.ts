import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserArgs, buildPackages, ensureBrowser, startPlatform, type Service } from '@atalaia/stack'
import { chromium, type Browser } from '@playwright/test'
import { buildDefaultFederation, buildSingleBundle } from '../dashboard/build-variants.ts'
import { federationBytes } from '../dashboard/federation-bytes.ts'
import { serveVariant } from '../dashboard/serve-variant.ts'
import { longWay, slowNetwork, thinNetwork, tokenOf, visit, type Visit, type VisitOptions } from '../dashboard/visit.ts'
import type { Row, Section } from '../section.ts'

const ROUNDS = 5

const log = (line: string) => console.error(line)
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
const times = (ratio: number) => `${ratio.toFixed(2)} ×`
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

type Measured = { readonly first: Visit; readonly deep: Visit; readonly fast: Medians; readonly slow: Medians }
type Medians = Pick<Visit, 'stands' | 'firstPaint' | 'blocked'>

const mediansOf = (visits: readonly Visit[]): Medians => ({
  stands: median(visits.map(({ stands }) => stands)),
  firstPaint: median(visits.map(({ firstPaint }) => firstPaint)),
  blocked: median(visits.map(({ blocked }) => blocked)),
})

/** A cheap phone's processor against this machine's: so many times slower. */
const SLOWDOWN = 4

/** The visits of each page. They take turns, so that what else the machine does falls on all of them alike. */
const inTurn = async (
  browser: Browser,
  urls: readonly string[],
  options: Omit<VisitOptions, 'url'>,
): Promise<Visit[][]> => {
  const visits: Visit[][] = urls.map(() => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, url] of urls.entries()) visits[at]?.push(await visit(browser, { ...options, url }))
  }
  return visits
}

const measure = async (browser: Browser, urls: readonly string[], token: string): Promise<Measured[]> => {
  const fast = await inTurn(browser, urls, { token, network: slowNetwork })
  const slow = await inTurn(browser, urls, { token, network: slowNetwork, slowdown: SLOWDOWN })
  const measured: Measured[] = []
  for (const [at, url] of urls.entries()) {
    const deep = await visit(browser, { url, token, network: longWay })
    const [first] = fast[at] ?? []
    if (first) measured.push({ first, deep, fast: mediansOf(fast[at] ?? []), slow: mediansOf(slow[at] ?? []) })
  }
  return measured
}

const rowsOf = ([ours, single, standard]: readonly Measured[]): Row[] => {
  if (!ours || !single || !standard) return []
  const bytes = ours.first.bytes / single.first.bytes
  const all = [ours, single, standard]
  const seconds = (of: (measured: Measured) => number) =>
    all.map((measured) => `${(of(measured) / 1000).toFixed(2)} s`).join(', ')
  const paintShare = (speed: 'fast' | 'slow'): Row => {
    const share = ours[speed].firstPaint / single[speed].firstPaint
    const met = share <= 0.45
    return { what: '… as a share of the single bundle', value: times(share), goal: 'at most 0.45 ×', met }
  }
  const shares = (speed: 'fast' | 'slow'): Row[] => {
    const slower = ours[speed].stands / single[speed].stands
    const faster = ours[speed].stands / standard[speed].stands
    return [
      { what: '… as a share of the single bundle', value: times(slower), goal: 'at most 0.95 ×', met: slower <= 0.95 },
      { what: '… as a share of default federation', value: times(faster), goal: 'at most 0.60 ×', met: faster <= 0.6 },
    ]
  }
  return [
    {
      what: 'requests one after the other until the dashboard has its code (default federation)',
      value: `${ours.deep.depth} (${standard.deep.depth})`,
      goal: 'at most 2',
      met: ours.deep.depth <= 2,
    },
    {
      what: 'bytes until the dashboard stands: ours, single bundle, default federation',
      value: [ours, single, standard].map(({ first }) => kilobytes(first.bytes)).join(', '),
    },
    { what: '… as a share of the single bundle', value: times(bytes), goal: 'at most 1.05 ×', met: bytes <= 1.05 },
    {
      what: 'time until the dashboard stands, cold, slow 4G: ours, single bundle, default',
      value: seconds(({ fast }) => fast.stands),
    },
    ...shares('fast'),
    { what: `… with a processor ${SLOWDOWN} times slower`, value: seconds(({ slow }) => slow.stands) },
    ...shares('slow'),
    { what: 'time until the first paint of content', value: seconds(({ fast }) => fast.firstPaint) },
    paintShare('fast'),
    { what: `… with a processor ${SLOWDOWN} times slower`, value: seconds(({ slow }) => slow.firstPaint) },
    paintShare('slow'),
    {
      what: `blocking time with a processor ${SLOWDOWN} times slower`,
      value: all.map(({ slow }) => `${slow.blocked.toFixed(0)} ms`).join(', '),
      goal: 'ours under 50 ms',
      met: ours.slow.blocked < 50,
    },
  ]
}

const run = async (): Promise<Row[]> => {
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
    log('  building a single bundle and default federation …')
    const single = await buildSingleBundle(join(folder, 'single'))
    const standard = await buildDefaultFederation(join(folder, 'default'))
    log('  looking at each …')
    const browser = await chromium.launch({ executablePath, args: browserArgs() })
    stops.push(() => void browser.close())
    const serve = async (options: Omit<Parameters<typeof serveVariant>[0], 'api'>) => {
      const served = await serveVariant({ ...options, api: platform.url })
      stops.push(served.stop)
      return served.url
    }
    // The limit knows at once what the page will need: what a first visit asked for is preloaded from then on.
    const bare = await serve({ variant: single, preload: [] })
    const { files } = await visit(browser, { url: bare, token, network: longWay })
    const preload = files.filter((file) => file.startsWith('/files/') && !single.entry.includes(file))
    const urls = [
      platform.url,
      await serve({ variant: single, preload }),
      await serve({ variant: standard, preload: [] }),
    ]
    const measured = await measure(browser, urls, token)
    const [thin] = await inTurn(browser, [platform.url], { token, network: thinNetwork })
    const firstText = mediansOf(thin ?? []).firstPaint / 1000
    const federation = await federationBytes(join(folder, 'default'))
    return [
      ...rowsOf(measured),
      {
        what: 'time until the first paint of content, 400 ms and 50 KB/s',
        value: `${firstText.toFixed(2)} s`,
        goal: 'under 2 s',
        met: firstText < 2,
      },
      {
        what: 'what federation costs: runtime and remote entry (default federation)',
        value: `${kilobytes(federation.ours)} (${kilobytes(federation.standard)})`,
        goal: 'at most 20 KB',
        met: federation.ours <= 20_000,
      },
    ]
  } finally {
    for (const stop of stops) stop()
    for (const service of services.toReversed()) await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export const dashboardSection: Section = { name: 'dashboard', run }
