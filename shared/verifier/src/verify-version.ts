import { digestOf, parseDescriptor, shellOfferSchema, type ShellOffer, type Verdict } from '@atalaia/artifact'
import {
  DESCRIPTOR_FILE,
  GATEWAY_ADDRESSES,
  publicConfigSchema,
  RELEASE_ELEMENT_ID,
  remoteBase,
  SESSION_COOKIE,
  SHELL_ROUTES,
  STORAGE_KEYS,
  type Descriptor,
  type RemoteRoute,
} from '@atalaia/contracts'
import type { Browser, BrowserContext } from 'playwright-core'
import { z } from 'zod'
import { addressOf } from './addresses.ts'
import { launchBrowser, type BrowserOptions } from './browser.ts'
import { createFindings, plainText, type Findings } from './findings.ts'
import { judgeShared, judgeVisit } from './judge.ts'
import { leftBehind } from './left-behind.ts'
import { DEFAULT_LIMITS, FETCH_TIMEOUT_MS, type Limits } from './limits.ts'
import { guardNetwork } from './network.ts'
import { installRecorder } from './recorder.ts'
import { createSession, type StandIn } from './stand-in.ts'
import { PLACES, visitRoute, within, type Seen } from './visit.ts'

const VERIFIER_VERSION = '1.0.0'

export type VerifyOptions = Omit<BrowserOptions, 'hostname'> & {
  readonly remote: string
  readonly version: string
  /** Signed address of the version (M-OVERRIDE-11). */
  readonly link: string
  readonly standIn: StandIn
  readonly limits?: Partial<Limits>
}

type Facts = {
  readonly descriptor: Descriptor
  readonly shell: ShellOffer & { readonly id: string }
  readonly api: string | undefined
}

/**
 * Visits all routes of a version in the live shell, in a separate browser (M-VERIFY-1). Rejects
 * without a browser, a gateway, the version or a valid link.
 */
export const verify = async (options: VerifyOptions): Promise<Verdict> => {
  const { remote, version, link, standIn } = options
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const { origin, hostname } = new URL(link)
  const facts = await readFacts(origin, { remote, version })
  const findings = createFindings()
  const browser = await launchBrowser({ ...options, hostname })
  try {
    const run = { browser, origin, link, standIn, limits, facts, findings, end: performance.now() + limits.totalMs }
    const visits = await visitAll(run)
    const all = findings.all()
    return {
      format: 1,
      remote,
      version,
      digest: digestOf({ descriptor: facts.descriptor }),
      shell: { version: facts.shell.version, id: facts.shell.id },
      by: { version: VERIFIER_VERSION, browser: plainText(`Chromium ${browser.version()}`) },
      at: new Date().toISOString(),
      status: all.some(({ level }) => level === 'failed') ? 'failed' : 'good',
      findings: all,
      visits,
    }
  } finally {
    await browser.close()
  }
}

const fetchText = async (url: string): Promise<string> => {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
  if (answer.ok) return answer.text()
  throw new Error(`${url}: the gateway answered ${answer.status}`)
}

const readFacts = async (origin: string, { remote, version }: { remote: string; version: string }): Promise<Facts> => {
  const descriptor = parseDescriptor(await fetchText(origin + remoteBase(remote, version) + DESCRIPTOR_FILE))
  const shell = z.parse(shellOfferSchema, JSON.parse(await fetchText(origin + GATEWAY_ADDRESSES.shell)))
  if (shell.id === undefined) throw new Error('the gateway does not name its shell: it is older than verify')
  const html = await fetchText(origin + SHELL_ROUTES.error)
  const [, json = ''] = new RegExp(`id="${RELEASE_ELEMENT_ID}"[^>]*>([^]*?)</script>`).exec(html) ?? []
  const { config } = z.parse(z.object({ config: publicConfigSchema }), JSON.parse(json))
  return {
    descriptor,
    shell: { ...shell, id: shell.id },
    api: config.apiUrl === null ? undefined : new URL(config.apiUrl, origin).href.replace(/\/$/, ''),
  }
}

type Run = Pick<VerifyOptions, 'link' | 'standIn'> & {
  readonly browser: Browser
  readonly origin: string
  readonly limits: Limits
  readonly facts: Facts
  readonly findings: Findings
  readonly end: number
}

const visitAll = async (run: Run): Promise<Verdict['visits']> => {
  const { facts, limits, findings, end } = run
  const { descriptor } = facts
  const routes = descriptor.routes.slice(0, limits.visits)
  const visits: Verdict['visits'] = []
  const all: Seen[] = []
  for (const access of ['session', 'public'] as const) {
    const wanted = routes.filter((route) => route.access === access)
    if (wanted.length === 0) continue
    const opened = await openContext(run, access === 'session')
    for (const [at, route] of wanted.entries()) {
      if (performance.now() >= end) break
      const seen = await visit(route, { ...run, ...opened, isLast: at === wanted.length - 1 })
      all.push(seen)
      visits.push(await judgeVisit(seen, descriptor, findings))
    }
    await opened.context.close()
  }
  const unseen = descriptor.routes.length - visits.length
  if (unseen > 0)
    findings.failed(
      'not-visited',
      null,
      `${unseen} of ${descriptor.routes.length} routes were not visited: at most ${limits.visits}, within ${limits.totalMs / 1000} s`,
    )
  judgeShared(all, descriptor, facts.shell.shared, findings)
  return visits
}

type Opened = Awaited<ReturnType<typeof openContext>>

const openContext = async ({ browser, origin, link, standIn, facts, limits }: Run, hasSession: boolean) => {
  const { descriptor, api } = facts
  const session = createSession(limits.totalMs / 1000 + 3600)
  const context = await browser.newContext({
    locale: 'pt-BR',
    viewport: { width: 1440, height: 900 },
    acceptDownloads: false,
    serviceWorkers: 'block',
    permissions: [],
  })
  const base = origin + remoteBase(descriptor.name, descriptor.version)
  // The answer to the question is the one order that this browser gives, and none of the version's code is there yet.
  await agree(context, link, hasSession)
  const network = await guardNetwork(context, { origin, api, base, token: session.token, standIn })
  if (hasSession) await context.addInitScript(fillStorage, { origin, key: STORAGE_KEYS.token, token: session.token })
  await context.addInitScript(installRecorder, {
    base,
    container: descriptor.artifact.container,
    tokenKeys: [STORAGE_KEYS.token, STORAGE_KEYS.olderToken],
  })
  return { context, network, session }
}

/** Runs in the page. */
const fillStorage = ({ origin, key, token }: { origin: string; key: string; token: string }) => {
  // A document in a sandbox has no storage.
  if (self.origin === origin) localStorage.setItem(key, token)
}

/** Confirms the override, as a person would (M-OVERRIDE-7). */
const agree = async (context: BrowserContext, link: string, hasSession: boolean): Promise<void> => {
  if (hasSession) await context.addCookies([{ name: SESSION_COOKIE, value: '1', url: new URL(link).origin }])
  const page = await context.newPage()
  // Only the question and its answer: not the page behind it.
  await page.route('**/*', (route) =>
    route.request().url() === new URL(link).href ||
    new URL(route.request().url()).pathname === GATEWAY_ADDRESSES.answerOverrides
      ? route.continue()
      : route.abort(),
  )
  const answer = await page.goto(link, { timeout: FETCH_TIMEOUT_MS })
  const yes = page.locator(`form[action="${GATEWAY_ADDRESSES.answerOverrides}"] button`).last()
  if (answer?.status() !== 200 || (await yes.count()) === 0)
    throw new Error(
      `the address that shows the version does not hold: the gateway answered ${answer?.status() ?? 'nothing'}`,
    )
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).pathname === GATEWAY_ADDRESSES.answerOverrides,
  )
  await yes.click({ noWaitAfter: true })
  if ((await answered).status() !== 303) throw new Error('the gateway did not take the answer to its question')
  await page.close()
}

type VisitRun = Run & Opened & { readonly isLast: boolean }

const visit = async (route: RemoteRoute, run: VisitRun): Promise<Seen> => {
  const { context, network, facts, origin, standIn, limits, findings, end, isLast } = run
  const { descriptor, api } = facts
  const address = addressOf(route, standIn.addresses)
  const traffic = network.begin()
  const limitMs = Math.max(Math.min(limits.visitMs, end - performance.now()), 1)
  const { page, seen } = await visitRoute(route, address, { context, descriptor, origin, api, traffic, limitMs })
  if (isLast && seen.report?.outcome === 'ready' && seen.hasContent) {
    const left = await leftBehind({ page, address, place: PLACES[route.access], traffic })
    for (const [kind, count] of Object.entries(left))
      findings.failed('left-behind', route.id, `each time it is opened and left, it leaves ${count} ${kind}`)
  }
  await within(limits.visitMs, page.close())
  return seen
}
