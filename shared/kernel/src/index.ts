// Running remotes, made of a release.
export { createKernel } from './kernel.ts'
export type { Kernel, KernelOptions } from './kernel.ts'
export type { ExposedModule, RouteGuard } from './remotes/exposed-module.ts'
export type { Remote, RemoteState, RunningRemote } from './remotes/remote.ts'
export type { TableRoute } from './remotes/route-table.ts'
export { reasonOf, RemoteError } from './remotes/remote-error.ts'
export type { RemotePhase } from './remotes/remote-error.ts'
export type { LoadRequest, RemoteLoader } from './remotes/loader.ts'
export { createFederationLoader } from './remotes/federation-loader.ts'
export type { FederationInstance } from './remotes/federation-loader.ts'

// Session and bus.
export { createBus } from './bus/bus.ts'
export { createRemoteBus } from './bus/remote-bus.ts'
export { createSession } from './session/session.ts'
export type { Session } from './session/session.ts'

// What the page hands in.
export { systemClock } from './ports.ts'
export type { Clock, SessionCookie, SessionStorage } from './ports.ts'
