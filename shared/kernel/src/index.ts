// The running remotes of a release.
export { createKernel } from './kernel.ts'
export type { IndexState, Kernel, KernelOptions, TableRoute, TableWidget } from './kernel.ts'
export type {
  LoadLimits,
  LoadRequest,
  OfferedContract,
  OpenedRoute,
  Remote,
  RemoteLoader,
  RouteGuard,
} from './remotes/remote.ts'
export type { Confirmation, Fallback, RemoteState } from './remotes/remote-state.ts'
export { reasonOf, RemoteError } from './remotes/version.ts'
export type { LoadFailure, RemotePhase, RemoteSource, RemoteVersion, RunningRemote } from './remotes/version.ts'
export { createFederationLoader } from './remotes/federation-loader.ts'
export type { ModuleRequest, ScriptRequest, ShareScope } from './remotes/federation-loader.ts'
export { createPageFiles } from './page-files.ts'
export type { PageFiles } from './page-files.ts'

// Session and bus.
export { createBus, createRemoteBus } from './bus.ts'
export { createSession } from './session/session.ts'
export type { Session, SessionOffer } from './session/session.ts'
export type { Exchange, ExchangeToken } from './session/remote-token.ts'

// Calls that the page sends before a remote's code is there.
export { createEarlyCalls } from './remote-context.ts'
export type { EarlyAnswer, EarlyCall, EarlyCalls, ProveAgain } from './http-client.ts'

// Addresses of screens that mount themselves.
export { basenameOf } from './remote-context.ts'

// Requests to the gateway.
export { createReporter, silentReporter, tracePage, watchRelease } from './gateway-requests.ts'
export type { Reporter } from './gateway-requests.ts'

// Parts of the browser that the page hands in.
export { systemClock } from './ports.ts'
export type { Clock, PageStorage, Ports, Renewal, SessionCookie, SessionServer } from './ports.ts'
