import { join } from 'node:path'
import { root } from '@atalaia/stack'
import { installLab } from './install-lab.ts'

export type DevServer = {
  readonly url: string
  /** Resolves once it is built: before that, requests hang. */
  readonly built: Promise<void>
  /** Has every page that shows this remote load again. */
  reload(): void
  stop(): Promise<void>
}

type Lab = { readonly serveRemote: (folder: string, port: number) => Promise<DevServer> }

/** By a computed path: types are checked where the lab's packages are not installed, too. */
const openLab = (): Promise<Lab> => import(join(root, 'lab', 'dev-server.ts'))

/** Serves the remote in `folder` by webpack-dev-server, which is a package of the lab, and reloads the pages when it changes. */
export const serveRemote = async (folder: string, port: number): Promise<DevServer> => {
  await installLab()
  return (await openLab()).serveRemote(folder, port)
}
