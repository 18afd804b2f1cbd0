import { PRODUCT_ROUTES, STORAGE_KEYS } from '@atalaia/contracts'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

export const DASHBOARD = PRODUCT_ROUTES.analytics

/** Lighthouse's slow 4G. */
export const slowNetwork: Network = { latency: 150, bytesPerSecond: 1_638_400 / 8 }
/** A phone at the edge of its network. */
export const thinNetwork: Network = { latency: 400, bytesPerSecond: 50_000 }
/** Only round trips cost: reveals dependencies. */
export const longWay: Network = { latency: 1000, bytesPerSecond: -1 }
/** Unthrottled: unmeasured, or behind a relay. */
export const noNetwork: Network = { latency: 0, bytesPerSecond: -1 }

export type Network = { readonly latency: number; readonly bytesPerSecond: number }

export const tokenOf = async (
  url: string,
  { email, password }: { email: string; password: string },
): Promise<string> => {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  })
  const { access_token: token } = await answer.json()
  return String(token)
}

export type VisitOptions = {
  readonly url: string
  readonly token: string
  readonly network: Network
  readonly slowdown?: number
  readonly screen?: Screen
  /** Waits also for the late font and later work, without their bytes. Default: false. */
  readonly untilIdle?: boolean
}

export type Visit = {
  /** Milliseconds from navigation until the dashboard has its numbers. */
  readonly stands: number
  /** Milliseconds until the first painted text or picture. */
  readonly firstPaint: number
  /** ALPN name. */
  readonly protocol: string
  /** Page, scripts, styles, fonts, manifests and hashes in request order; no calls. */
  readonly files: readonly string[]
  /** Wire bytes with headers and HTML; 0 from cache. */
  readonly bytes: number
  /** Without HTML, with and without headers. */
  readonly fileBytes: number
  readonly contentBytes: number
  /** Sequential rounds of requests to the server until the dashboard stands, without calls and pictures. */
  readonly depth: number
}

type Loaded = {
  readonly path: string
  readonly asked: number
  readonly isPage: boolean
  readonly isCode: boolean
  bytes: number
  content: number
}

// The icon comes last, and nothing waits for it.
const isCode = (type: string | undefined) => type !== 'Image' && type !== 'Other'

const record = (cdp: CDPSession) => {
  const loaded = new Map<string, Loaded>()
  let began: number | undefined
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
    began ??= timestamp
    const { pathname, protocol } = new URL(request.url)
    const asked = (timestamp - began) * 1000
    if (!pathname.startsWith('/api/') && request.method === 'GET' && protocol.startsWith('http'))
      loaded.set(requestId, {
        path: pathname,
        asked,
        isPage: type === 'Document',
        isCode: isCode(type),
        bytes: 0,
        content: 0,
      })
  })
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const file = loaded.get(requestId)
    if (file) file.content += encodedDataLength
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = loaded.get(requestId)
    if (file) file.bytes = encodedDataLength
  })
  return loaded
}

const rounds = (files: readonly Loaded[], gap: number): number => {
  const times = files.map(({ asked }) => asked).toSorted((one, other) => one - other)
  return times.filter((time, at) => at === 0 || time - (times[at - 1] ?? 0) > gap).length
}

type Timing = Pick<Visit, 'stands' | 'firstPaint'>

declare global {
  interface Window {
    benchTiming?: Timing
  }
}

/** Looks 40 times a second. A look at each frame would make frames, and weigh on a slow processor. */
const watchDashboard = () => {
  const look = () => {
    const stands =
      document.querySelector('[data-waiting]') === null &&
      document.querySelector('h1')?.textContent?.includes('Analises') === true &&
      document.querySelector('[aria-busy="true"]:not([role="img"])') === null &&
      document.body.textContent?.includes('Total de Vazamentos') === true &&
      (innerWidth < 1000 || document.querySelector('[part="chart"][aria-busy="false"] svg') !== null)
    if (!stands) return void setTimeout(look, 25)
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    const timing: Timing = {
      stands: performance.now(),
      firstPaint: painted?.startTime ?? performance.now(),
    }
    window.benchTiming = timing
  }
  look()
}

export type Screen = { readonly width: number; readonly height: number }
export const PHONE: Screen = { width: 390, height: 844 }
export const DESKTOP: Screen = { width: 1440, height: 900 }

type Visitor = { readonly url: string; readonly token: string; readonly screen: Screen; readonly watch?: () => void }

/** Signed in, empty cache, any certificate. `watch` runs first in each page. Default: until the dashboard stands. */
export const newVisitor = async (
  browser: Browser,
  { url, token, screen, watch = watchDashboard }: Visitor,
): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: screen, locale: 'pt-BR', ignoreHTTPSErrors: true })
  await context.addCookies([{ name: 'token', value: '1', url }])
  await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [STORAGE_KEYS.token, token] as const)
  await context.addInitScript(watch)
  return context
}

export const untilItStands = async (page: Page): Promise<Timing> => {
  const found = await page.waitForFunction(() => window.benchTiming, null, { timeout: 120_000, polling: 100 })
  const timing = await found.jsonValue()
  if (!timing) throw new Error(`${page.url()}: the dashboard does not stand`)
  return timing
}

type OpenOptions = Pick<VisitOptions, 'url' | 'network' | 'slowdown' | 'untilIdle'>

export const throttled = async (context: BrowserContext, { network, slowdown = 1 }: OpenOptions) => {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  const { latency, bytesPerSecond } = network
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, cdp }
}

export const open = async (context: BrowserContext, options: OpenOptions): Promise<Visit> => {
  const { url, network, untilIdle = false } = options
  const { page, cdp } = await throttled(context, options)
  const loaded = record(cdp)
  await page.goto(`${url}${DASHBOARD}`)
  const timing = await untilItStands(page)
  const protocol = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON().nextHopProtocol)
  const files = [...loaded.values()].filter(({ asked }) => asked <= timing.stands)
  const scripts = files.filter(({ isPage }) => !isPage)
  if (untilIdle) {
    await untilQuiet(page)
  }
  const visit: Visit = {
    ...timing,
    protocol: String(protocol),
    files: files.map(({ path }) => path),
    bytes: total(files, 'bytes'),
    fileBytes: total(scripts, 'bytes'),
    contentBytes: total(scripts, 'content'),
    depth: rounds(
      files.filter((file) => file.isCode && file.bytes > 0),
      network.latency / 2,
    ),
  }
  await page.close()
  return visit
}

/** The late font is there (M-SPEED-7), and nothing has come for a second. A stream of events has no end. */
export const untilQuiet = (page: Page) =>
  page.waitForFunction(
    () => {
      const ends = performance.getEntriesByType('resource').map(({ startTime, duration }) => startTime + duration)
      const isFontThere = [...document.fonts].some(({ status }) => status === 'loaded')
      return isFontThere && Math.max(...ends) < performance.now() - 1000
    },
    null,
    { polling: 500 },
  )

const total = (files: readonly Loaded[], of: 'bytes' | 'content'): number =>
  files.reduce((sum, file) => sum + file[of], 0)

export const visit = async (browser: Browser, { screen = PHONE, ...options }: VisitOptions): Promise<Visit> => {
  const context = await newVisitor(browser, { ...options, screen })
  try {
    return await open(context, options)
  } finally {
    await context.close()
  }
}
