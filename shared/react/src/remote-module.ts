import type { RemoteContext } from '@atalaia/contracts'
import type { RouteObject } from './router.ts'

/**
 * A remote's module `./remote` (M-REMOTE-3). The shell calls `activate` once in a page. It returns
 * a route object for each descriptor route: same `id`, no `path`, lazy screen.
 * After a throw or rejection, the shell shows a panel with a retry.
 */
export type RemoteModule = {
  activate(context: RemoteContext): readonly RouteObject[] | Promise<readonly RouteObject[]>
}
