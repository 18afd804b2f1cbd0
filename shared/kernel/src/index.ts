// Running remotes, made of a release.
export { createKernel } from './kernel.ts'
export type { Kernel, KernelOptions } from './kernel.ts'
export type { ExposedModule, RouteGuard } from './remotes/exposed-module.ts'
export type { OpenedRoute, Remote, RemoteState } from './remotes/remote-state.ts'
export type { RemoteSource, RunningRemote } from './remotes/attempt.ts'
export type { TableRoute } from './remotes/route-table.ts'
export { reasonOf, RemoteError } from './remotes/remote-error.ts'
export type { RemotePhase } from './remotes/remote-error.ts'
export type { LoadRequest, RemoteLoader } from './remotes/loader.ts'
export { createFederationLoader } from './remotes/federation-loader.ts'
export type { FederationInstance } from './remotes/federation-loader.ts'

// Session and bus.
export { createBus, createRemoteBus } from './bus.ts'
export { createSession } from './session/session.ts'
export type { Session } from './session/session.ts'

// What the gateway is told, and asked.
export { createReporter, silentReporter } from './reports/reporter.ts'
export type { Reporter } from './reports/reporter.ts'
export { watchRelease } from './release/watch-release.ts'

// What the page hands in.
export { systemClock } from './ports.ts'
export type { Clock, SessionCookie, SessionStorage } from './ports.ts'
