import { PRODUCT_ROUTES, STORAGE_KEYS } from '@atalaia/contracts'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

export const DASHBOARD = PRODUCT_ROUTES.analytics

/** Lighthouse's slow 4G: a phone on a poor mobile network. */
export const slowNetwork: Network = { latency: 150, bytesPerSecond: 1_638_400 / 8 }
/** A phone at the edge of its network. */
export const thinNetwork: Network = { latency: 400, bytesPerSecond: 50_000 }
/** Only the way back and forth costs anything: shows what waits for what. */
export const longWay: Network = { latency: 1000, bytesPerSecond: -1 }
/** As this machine is: for what is not measured, or where a relay is the network. */
export const noNetwork: Network = { latency: 0, bytesPerSecond: -1 }

export type Network = { readonly latency: number; readonly bytesPerSecond: number }

/** A token of the demonstration account. */
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
  /** Factor by which the processor is slowed down. Default: 1. */
  readonly slowdown?: number
  /** Default: a phone. On a wide one the dashboard stands when its chart is drawn, too. */
  readonly screen?: Screen
  /** Waits also for what comes after the dashboard stands, the late font; it does not count in the visit. Default: false. */
  readonly untilIdle?: boolean
}

export type Visit = {
  /** Milliseconds until the dashboard stands with its numbers, from the start of the navigation. */
  readonly stands: number
  /** Milliseconds until the first text or picture was painted. */
  readonly firstPaint: number
  /** Milliseconds, beyond 50 of each task, in which the page could not answer until it stood. */
  readonly blocked: number
  /** The version of HTTP that the page came by, as ALPN names it. */
  readonly protocol: string
  /** Addresses of the page, its scripts, styles, fonts and manifests, in the order they were asked for; no calls. */
  readonly files: readonly string[]
  /** Their bytes on the wire with the headers of the answers, the HTML included; nothing for those from the browser's cache. */
  readonly bytes: number
  /** The same without the HTML, with the headers of the answers and without. */
  readonly fileBytes: number
  readonly contentBytes: number
  /** Rounds of requests, one after the other, until the dashboard had its code and asked for data. */
  readonly depth: number
}

type Loaded = {
  readonly path: string
  readonly asked: number
  readonly isPage: boolean
  bytes: number
  content: number
}

const record = (cdp: CDPSession) => {
  const loaded = new Map<string, Loaded>()
  let began: number | undefined
  let firstCall = Number.POSITIVE_INFINITY
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
    began ??= timestamp
    const { pathname, protocol } = new URL(request.url)
    const asked = (timestamp - began) * 1000
    if (pathname.startsWith('/api/')) firstCall = Math.min(firstCall, asked)
    else if (!pathname.startsWith('/-/') && protocol.startsWith('http'))
      loaded.set(requestId, { path: pathname, asked, isPage: type === 'Document', bytes: 0, content: 0 })
  })
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const file = loaded.get(requestId)
    if (file) file.content += encodedDataLength
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = loaded.get(requestId)
    if (file) file.bytes = encodedDataLength
  })
  return { loaded, firstCall: () => firstCall }
}

/** Counts rounds: requests within `gap` milliseconds of each other are one. */
const rounds = (files: readonly Loaded[], gap: number): number => {
  const times = files.map(({ asked }) => asked).toSorted((one, other) => one - other)
  return times.filter((time, at) => at === 0 || time - (times[at - 1] ?? 0) > gap).length
}

type Timing = Pick<Visit, 'stands' | 'firstPaint' | 'blocked'>

declare global {
  interface Window {
    benchTiming?: Timing
  }
}

/** Runs in the page: leaves the timing of the dashboard in `benchTiming` once it stands, on a wide screen with its chart. */
const watchDashboard = () => {
  const tasks: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => void tasks.push(...list.getEntries()))
  observer.observe({ type: 'longtask', buffered: true })
  const look = () => {
    const stands =
      document.querySelector('[data-waiting]') === null &&
      document.querySelector('h1')?.textContent?.includes('Analises') === true &&
      document.body.textContent?.includes('Total de Vazamentos') === true &&
      document.querySelector('[aria-busy="true"]:not([role="img"])') === null &&
      (innerWidth < 1000 || document.querySelector('[part="chart"][aria-busy="false"] svg') !== null)
    if (!stands) return void requestAnimationFrame(look)
    tasks.push(...observer.takeRecords())
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    const timing: Timing = {
      stands: performance.now(),
      firstPaint: painted?.startTime ?? performance.now(),
      blocked: tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    }
    window.benchTiming = timing
  }
  requestAnimationFrame(look)
}

export type Screen = { readonly width: number; readonly height: number }
export const PHONE: Screen = { width: 390, height: 844 }
export const DESKTOP: Screen = { width: 1440, height: 900 }

/** A browser with an empty cache of somebody who is signed in. It takes any certificate. */
export const newVisitor = async (
  browser: Browser,
  { url, token, screen }: { readonly url: string; readonly token: string; readonly screen: Screen },
): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: screen, locale: 'pt-BR', ignoreHTTPSErrors: true })
  await context.addCookies([{ name: 'token', value: '1', url }])
  await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [STORAGE_KEYS.token, token] as const)
  await context.addInitScript(watchDashboard)
  return context
}

/** Waits until the dashboard stands with its numbers. */
export const untilItStands = async (page: Page): Promise<Timing> => {
  const found = await page.waitForFunction(() => window.benchTiming, null, { timeout: 120_000 })
  const timing = await found.jsonValue()
  if (!timing) throw new Error(`${page.url()}: the dashboard does not stand`)
  return timing
}

type OpenOptions = Pick<VisitOptions, 'url' | 'network' | 'slowdown' | 'untilIdle'>

/** Opens the dashboard in a new tab of a visitor, and closes it. */
export const open = async (context: BrowserContext, options: OpenOptions): Promise<Visit> => {
  const { url, network, slowdown = 1, untilIdle = false } = options
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
  const { loaded, firstCall } = record(cdp)
  await page.goto(`${url}${DASHBOARD}`)
  const timing = await untilItStands(page)
  const protocol = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON().nextHopProtocol)
  const files = [...loaded.values()].filter(({ asked }) => asked <= timing.stands)
  const scripts = files.filter(({ isPage }) => !isPage)
  const visit: Visit = {
    ...timing,
    protocol: String(protocol),
    files: files.map(({ path }) => path),
    bytes: total(files, 'bytes'),
    fileBytes: total(scripts, 'bytes'),
    contentBytes: total(scripts, 'content'),
    depth: rounds(
      files.filter(({ asked }) => asked <= firstCall()),
      latency / 2,
    ),
  }
  if (untilIdle) {
    await untilFontCame(page)
    await page.waitForLoadState('networkidle')
  }
  await page.close()
  return visit
}

/** The font that comes late (M-SPEED-7) is asked for once the page is idle. */
export const untilFontCame = (page: Page) =>
  page.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'loaded'))

const total = (files: readonly Loaded[], of: 'bytes' | 'content'): number =>
  files.reduce((sum, file) => sum + file[of], 0)

/** Opens the dashboard once, with an empty cache, as somebody who is signed in. */
export const visit = async (browser: Browser, { screen = PHONE, ...options }: VisitOptions): Promise<Visit> => {
  const context = await newVisitor(browser, { ...options, screen })
  try {
    return await open(context, options)
  } finally {
    await context.close()
  }
}
