import type { RemoteContext } from '@atalaia/contracts'
import type { RouteObject } from './router.ts'

/**
 * The module that a remote exposes as `./remote` (M-REMOTE-3). The shell calls `activate` once in a page, with the
 * remote's context. It returns one route object for each route of the descriptor: with the same `id`, without a `path`,
 * which the descriptor has, and with a lazy screen. If it throws or rejects, the remote has failed: the shell shows a
 * panel with a retry in its place.
 */
export type RemoteModule = {
  activate(context: RemoteContext): readonly RouteObject[] | Promise<readonly RouteObject[]>
}
