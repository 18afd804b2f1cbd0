import { join } from 'node:path'
import { root } from '@atalaia/stack'
import { installLab } from './install-lab.ts'

export type DevServer = {
  readonly url: string
  /** Earlier requests hang. */
  readonly built: Promise<void>
  /** Reloads all pages of this remote. */
  reload(): void
  stop(): Promise<void>
}

type Lab = { readonly serveRemote: (folder: string, port: number) => Promise<DevServer> }

/** Computed path: type checks work without the lab's packages. */
const openLab = (): Promise<Lab> => import(join(root, 'lab', 'dev-server.ts'))

/** webpack-dev-server is a package of the lab. Reloads pages on change. */
export const serveRemote = async (folder: string, port: number): Promise<DevServer> => {
  await installLab()
  return (await openLab()).serveRemote(folder, port)
}
