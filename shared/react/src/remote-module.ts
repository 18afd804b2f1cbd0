import type { RemoteContext } from '@atalaia/contracts'
import type { RouteObject } from './router.ts'

/**
 * What a remote exposes as `./remote`. `activate` is called once per page with the remote's context and gives
 * back one route object for each route of its descriptor: same `id`, no `path` (the descriptor has it), its
 * screen lazy inside. It may throw or reject: the remote then counts as failed, and the shell shows a panel
 * with a retry in its place.
 */
export type RemoteModule = {
  activate(context: RemoteContext): readonly RouteObject[] | Promise<readonly RouteObject[]>
}
