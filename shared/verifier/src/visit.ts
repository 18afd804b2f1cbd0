import type { ActivationReport, Descriptor, RemoteRoute } from '@atalaia/contracts'
import type { BrowserContext, Page } from 'playwright-core'
import { setTimeout as sleep } from 'node:timers/promises'
import { REST_MS } from './limits.ts'
import type { Traffic } from './network.ts'

export type Seen = {
  readonly route: RemoteRoute
  readonly address: string
  readonly milliseconds: number
  /** The page's own; `undefined`: none in time. */
  readonly report: ActivationReport | undefined
  /** True: a box with text or a role. */
  readonly hasContent: boolean
  readonly consoleErrors: readonly string[]
  readonly uncaught: readonly string[]
  readonly hasCrashed: boolean
  readonly record: Recorded | undefined
  readonly traffic: Traffic
}

export type Recorded = {
  readonly tokenReads: number
  readonly calls: readonly string[]
  readonly taken: readonly string[] | null
  readonly ownReacts: readonly string[]
}

export type VisitOptions = {
  readonly context: BrowserContext
  readonly descriptor: Descriptor
  readonly origin: string
  readonly api: string | undefined
  readonly traffic: Traffic
  readonly limitMs: number
}

export const PLACES = { session: '#conteudo', public: '#root > :not(.shell-notices)' } as const
const PANEL = '.shell-failure'
const POLL_MS = 50
const MAX_KEPT = 50

/** Waits until the screen appears or fails. Leaves the page open. */
export const visitRoute = async (
  route: RemoteRoute,
  address: string,
  { context, descriptor, origin, api, traffic, limitMs }: VisitOptions,
): Promise<{ readonly seen: Seen; readonly page: Page }> => {
  const began = performance.now()
  const page = await context.newPage()
  const consoleErrors: string[] = []
  const uncaught: string[] = []
  const crashes: Page[] = []
  page.on('crash', () => crashes.push(page))
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  page.on('popup', (popup) => void popup.close().catch(() => undefined))
  page.on('pageerror', (error) => void (uncaught.length < MAX_KEPT && uncaught.push(error.message)))
  page.on('console', (message) => {
    const isOfApi = api !== undefined && message.location().url.startsWith(api)
    if (message.type() !== 'error' || isOfApi || isOfOthers(message.text(), descriptor)) return
    if (consoleErrors.length < MAX_KEPT) consoleErrors.push(message.text())
  })
  const end = began + limitMs
  const left = () => Math.max(end - performance.now(), 1)
  const reported = () => traffic.reports.find(({ remote }) => remote === descriptor.name)
  await page.goto(origin + address, { waitUntil: 'commit', timeout: left() }).catch(() => undefined)
  const place = PLACES[route.access]
  while (!reported() && crashes.length === 0 && left() > 1) {
    // The page gathers reports for a while: when it may end, it sends them at once.
    if (await within(left(), hasEnded(page, place))) await within(left(), page.evaluate(flushReports))
    if (!reported()) await sleep(POLL_MS)
  }
  const milliseconds = Math.round(performance.now() - began)
  await rest(traffic, left())
  await within(left(), page.evaluate(flushReports))
  const failed = traffic.reports.find(({ remote, outcome }) => remote === descriptor.name && outcome === 'failed')
  const hasContent = await within(left(), standsIn(page, place))
  const record = await within(left(), page.evaluate(readRecord))
  const report = failed ?? reported()
  const seen = {
    route,
    address,
    milliseconds,
    report,
    consoleErrors,
    uncaught,
    hasCrashed: crashes.length > 0,
    record,
    traffic,
  }
  return { page, seen: { ...seen, hasContent: hasContent ?? false } }
}

/** `undefined`: late, as from a busy page. */
export const within = async <Value>(milliseconds: number, work: Promise<Value>): Promise<Value | undefined> => {
  const done = new AbortController()
  const late = sleep(milliseconds, undefined, { signal: done.signal }).catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } catch {
    return undefined
  } finally {
    done.abort()
    work.catch(() => undefined)
  }
}

export const rest = async (traffic: Traffic, limitMs: number): Promise<void> => {
  const end = performance.now() + Math.min(limitMs, REST_MS.most)
  let quietSince = performance.now()
  while (performance.now() < end && performance.now() - quietSince < REST_MS.quiet) {
    await sleep(POLL_MS)
    if (traffic.pending() > 0) quietSince = performance.now()
  }
}

const hasEnded = async (page: Page, place: string): Promise<boolean> =>
  (await page.locator(PANEL).count()) > 0 || standsIn(page, place)

/** True: a visible box with text or a role, and no shell panel. */
export const standsIn = async (page: Page, place: string): Promise<boolean> => {
  if ((await page.locator(PANEL).count()) > 0) return false
  for (const found of await page.locator(place).all()) {
    const box = await found.boundingBox()
    // What assistive technology reads: roles, names and texts, without what is hidden.
    const read = box && box.width > 0 && box.height > 0 ? await found.ariaSnapshot() : ''
    if (read.replace(/^- main( \[[^\]]*\])?:?/, '').trim() !== '') return true
  }
  return false
}

/** The shell's lines begin with name and version. */
const isOfOthers = (line: string, { name }: Descriptor): boolean => {
  const [, other] = /^(mfe-[a-z0-9-]+) \d+\.\d+\.\d+\S*:/.exec(line) ?? []
  return other !== undefined && other !== name
}

const flushReports = () => void dispatchEvent(new Event('pagehide'))

/** Runs in the page. */
const readRecord = () => {
  const { tokenReads = 0, calls = [], taken, ownReacts = [] } = window.atalaiaVerification ?? {}
  return { tokenReads, calls: calls.slice(0, 100), taken: taken ? [...taken] : null, ownReacts: ownReacts.slice(0, 10) }
}
