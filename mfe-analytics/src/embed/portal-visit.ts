import type { BusEvents, HttpFailure, Logger, RemoteContext } from '@atalaia/contracts'
import { defaultPublicConfig } from '@atalaia/contracts'
import { createScreen } from '../screen/create-screen.tsx'
import { createDashboard, type Dashboard } from '../state/dashboard.ts'
import type { Access } from './portal-access.ts'
import { createPortalHttp } from './portal-http.ts'
import type { Problem } from './problem.ts'

export type VisitOptions = {
  readonly remote: RemoteContext['remote']
  readonly api: URL
  readonly access: Access
  readonly signal: AbortSignal
  /** The first numbers are there. */
  readonly onReady: () => void
  readonly onEmailAdded: (email: string) => void
  /** A call failed; `undefined`: calls succeed again. */
  readonly onTrouble: (problem: Problem | undefined) => void
  /** The API takes no token that the portal gives. */
  readonly onRefused: () => void
}

/** The dashboard of one access to one API. */
export type Visit = { readonly context: RemoteContext; readonly Screen: ReturnType<typeof createScreen> }

/** There is always somebody: who it is, the API knows by the token. */
const said: Partial<BusEvents> = {
  'session:changed': { status: 'active', user: {}, expiresAt: Number.POSITIVE_INFINITY },
}

/** The page's bus has no counterpart in a portal: a guest hears of one session, and has nobody to speak to. */
const guestBus: RemoteContext['bus'] = {
  subscribe: (name, listener) => {
    const event = said[name]
    if (event) listener(event)
    return () => undefined
  },
  peek: (name) => said[name],
  publish: () => undefined,
}

/** What is worth a line is said once, by the element; the remote's own lines would repeat it for each call. */
const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined }

export const createVisit = (options: VisitOptions): Visit => {
  const { remote, api, access, signal } = options
  const context: RemoteContext = { remote, config: defaultPublicConfig, bus: guestBus, logger: silent, signal }
  const http = createPortalHttp({
    api,
    access,
    onFailure: (failure) => options.onTrouble(problemOf(failure, api)),
    onSuccess: () => options.onTrouble(undefined),
    onRefused: options.onRefused,
  })
  const dashboard = createDashboard(context, http)
  const stop = whenFilled(dashboard, options.onReady)
  signal.addEventListener('abort', stop, { once: true })
  const addEmail: Dashboard['addEmail'] = async (email) => {
    const result = await dashboard.addEmail(email)
    if (result.ok && !signal.aborted) options.onEmailAdded(email)
    return result
  }
  return { context, Screen: createScreen({ ...dashboard, addEmail }) }
}

const whenFilled = ({ store }: Dashboard, then: () => void): (() => void) => {
  const stop = store.subscribe(() => {
    const { isReceiving, leaks, mainChart, emails } = store.getState().dashboard
    if (isReceiving || (leaks.total_vazamentos ?? mainChart ?? emails) === null) return
    stop()
    then()
  })
  return stop
}

/** A page learns nothing of why a call got no answer; both causes are named. */
const problemOf = (failure: HttpFailure, api: URL): Problem => {
  const { href } = api
  if (failure.kind === 'status' && failure.status === 403)
    return { code: 'forbidden', message: `${href}: the token's scope does not allow this (403)` }
  if (failure.kind === 'status') return { code: 'api-error', message: `${href}: status ${failure.status}` }
  if (failure.kind === 'malformed') return { code: 'api-error', message: `${href}: ${failure.detail}` }
  const origin = globalThis.location.origin
  return {
    code: 'api-unreachable',
    message: `${href} does not answer (${failure.kind}), or the organisation has not allowed the origin ${origin}`,
  }
}
