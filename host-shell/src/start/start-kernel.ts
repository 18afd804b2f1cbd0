import type { Release } from '@atalaia/contracts'
import {
  createBus,
  createFederationLoader,
  createKernel,
  createReporter,
  createSession,
  silentReporter,
  systemClock,
} from '@atalaia/kernel'
import type { RouteObject } from '@atalaia/react/router'
import { browserCookie, browserPage, browserStorage, takeOfferedToken } from '../platform/browser.ts'
import type { Platform } from '../platform/shell-context.ts'
import { federationInstance, publishIntegrity } from './federation.ts'
import { consoleLogger as logger } from '../platform/logger.ts'
import { gatewayAddresses } from '../platform/names.ts'
import { renewBrokenFiles } from './renew-broken-files.ts'

/** Milliseconds until a remote's entry script counts as failed. */
const entryTimeout = 15_000

/** Is it a route object that names its descriptor route? */
export const isRoute = (value: unknown): value is RouteObject & { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'

/** Starts session and kernel with the page's own storage, clock and network. */
export const startKernel = (release: Release): Platform => {
  const bus = createBus(logger)
  const session = createSession({
    bus,
    storage: browserStorage,
    cookie: browserCookie,
    clock: systemClock,
    demo: release.config.demo,
  })
  session.start(takeOfferedToken())

  const { baseUrl, files } = release.shell
  const integrity = new Map(files.map((file) => [new URL(baseUrl + file.path, location.href).href, file.integrity]))
  publishIntegrity(integrity)
  renewBrokenFiles(integrity, browserPage.fetch)
  const loader = createFederationLoader({
    instance: federationInstance(),
    createScript: () => document.createElement('script'),
    fetch: browserPage.fetch,
    integrity,
    timeout: entryTimeout,
  })
  const reporter = release.live
    ? createReporter({ fetch: browserPage.fetch, clock: systemClock, address: gatewayAddresses.reports })
    : silentReporter
  const kernel = createKernel<RouteObject>({
    release,
    bus,
    session,
    loader,
    isRoute,
    loadHttp: () => import(/* webpackChunkName: "http" */ '@atalaia/kernel/http'),
    integrity,
    fetch: browserPage.fetch,
    clock: systemClock,
    logger,
    storage: browserStorage,
    onReport: reporter.activation,
    origin: location.origin,
  })
  return { release, bus, session, kernel, reporter, page: browserPage }
}
