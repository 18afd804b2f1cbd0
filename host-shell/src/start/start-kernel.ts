import { API_BASE, GATEWAY_ADDRESSES, INTEGRITY_REGISTRY_KEY, type Bus, type Release } from '@atalaia/contracts'
import {
  createBus,
  createEarlyCalls,
  createKernel,
  createPageFiles,
  createReporter,
  createSession,
  reasonOf,
  RemoteError,
  silentReporter,
  systemClock,
  tracePage,
  type EarlyCall,
  type PageFiles,
  type Renewal,
  type Session,
} from '@atalaia/kernel'
import type { RouteObject } from '@atalaia/react/router'
import {
  browserCookie,
  browserPage,
  browserStorage,
  nextTask,
  takeOfferedToken,
  whenLoaded,
} from '../platform/browser.ts'
import { takeEarlyCalls } from '../platform/early-calls.ts'
import { isLeaving } from '../platform/leaving.ts'
import { consoleLogger as logger } from '../platform/logger.ts'
import { sessionServer } from '../platform/session-server.ts'
import { exchangeToken } from '../platform/token-exchange.ts'
import type { Platform } from '../platform/shell-context.ts'
import { createProofs } from '../platform/proofs.ts'
import { pageLoader } from './federation.ts'
import { enforceIntegrity } from './enforce-integrity.ts'
import { readAllRemotes } from './release-index.ts'
import { withShellReport } from './shell-report.ts'

const EARLY_CALLS_TIMEOUT_MS = 15_000

export const isRoute = (value: unknown): value is RouteObject & { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'

export const startKernel = (release: Release, renewal?: Renewal): Platform => {
  const sent = takeEarlyCalls()
  // Their remote needs it, and it needs no React.
  if (sent.length > 0)
    void nextTask()
      .then(loadHttp)
      .catch(() => {})
  const earlyCalls = createEarlyCalls(sent)
  if (release.developer) systemClock.after(EARLY_CALLS_TIMEOUT_MS, () => warnOfUnused(earlyCalls.left()))
  const isOwnApi = release.config.apiUrl === API_BASE
  const bus: Bus = createBus(logger, (name) => {
    if (name === 'numbers:changed' && isOwnApi) whenLoaded(() => void followNumbers(bus, session).catch(() => {}))
  })
  const session = createSession({
    bus,
    storage: browserStorage,
    cookie: browserCookie,
    clock: systemClock,
    demo: release.config.demo,
    ...(isOwnApi && { server: sessionServer }),
  })
  session.start(renewal)
  const offered = takeOfferedToken()
  const offer = offered === undefined ? undefined : session.offer(offered)

  const files = createPageFiles({ fetch: browserPage.fetch, clock: systemClock, origin: location.origin })
  files.register(release.shell.baseUrl, release.shell.files)
  // The runtime of each remote looks up a file's hash here before it loads the file.
  Object.defineProperty(globalThis, Symbol.for(INTEGRITY_REGISTRY_KEY), { value: files.integrity })
  enforceIntegrity(files.integrity)
  followBrokenFiles(files)
  const reporter = release.live
    ? createReporter({
        fetch: browserPage.fetch,
        clock: systemClock,
        address: GATEWAY_ADDRESSES.reports,
        trace: tracePage(),
        isLeaving,
      })
    : silentReporter
  const all = readAllRemotes(release, { fetch: browserPage.fetch, clock: systemClock })
  const proofs = createProofs({
    load: () => import(/* webpackChunkName: "signed-in" */ '../proof/proof-dialog.tsx'),
    logger,
  })
  const kernel = createKernel<RouteObject>({
    release,
    ...(all && { all }),
    bus,
    session,
    loader: pageLoader(files),
    isRoute,
    loadHttp,
    ...(isOwnApi && { exchange: exchangeToken }),
    proveAgain: proofs.ask,
    earlyCalls,
    files,
    fetch: browserPage.fetch,
    clock: systemClock,
    logger,
    storage: browserStorage,
    onReport: withShellReport(document, reporter.activation),
    onCall: reporter.call,
    origin: location.origin,
  })
  return { release, bus, session, offer, kernel, proofs, reporter, page: browserPage }
}

const loadHttp = () => import(/* webpackChunkName: "http" */ '@atalaia/kernel/http')

// Once a remote listens. Without its file the page goes on as it is.
const followNumbers = async (bus: Bus, session: Session) =>
  (await import(/* webpackChunkName: "signed-in" */ '../live/live-numbers.ts')).followNumbers(bus, session)

export const warnOfUnused = (calls: readonly EarlyCall[]): void => {
  const [first] = calls
  const addresses = calls.map(({ address }) => address).join(', ')
  if (first) logger.warn(`${first.remote}: its descriptor names calls that its first screen did not make: ${addresses}`)
}

/** Fetches failed scripts and styles again, so that later loads get the server's present files. */
export const followBrokenFiles = (files: PageFiles): void => {
  const failed = ({ target }: Event) => {
    const address = addressOf(target)
    if (address === undefined) return
    files.markBroken(address)
    void files.refetchBroken(address)
  }
  // The error event of an element does not bubble.
  addEventListener('error', failed, { capture: true })
}

const addressOf = (target: EventTarget | null): string | undefined => {
  if (target instanceof HTMLScriptElement) return target.src
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet' ? target.href : undefined
}

/** Names the remote behind uncaught errors of handlers, timers and promises (M-FAIL-12). */
export const reportLateErrors = ({ kernel }: Pick<Platform, 'kernel'>): void => {
  const report = (thrown: unknown, source: string) => {
    const trace = `${source}\n${thrown instanceof Error ? thrown.stack : ''}`
    for (const remote of kernel.remotes.values()) {
      const state = remote.state()
      if (state.status !== 'ready') continue
      const { descriptor } = state.running
      const mine = descriptor.artifact.files.some(({ path }) => path.endsWith('.js') && trace.includes(`/${path}`))
      if (mine) return logger.error(new RemoteError(descriptor, 'event', reasonOf(thrown)).message)
    }
  }
  addEventListener('error', (event) => report(event.error ?? event.message, event.filename))
  addEventListener('unhandledrejection', (event) => report(event.reason, ''))
}
