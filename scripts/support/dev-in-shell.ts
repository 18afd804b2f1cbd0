import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstPage, overrideLink } from '@atalaia/cli'
import { freePort } from '@atalaia/stack'
import { sourceDescriptorSchema } from '@atalaia/contracts'
import { serveRemote, type DevServer } from './dev-server.ts'

export type InShellOptions = {
  readonly folder: string
  readonly shell: string
  readonly key?: string
  readonly port?: number
}

export const serveInShell = async ({
  folder,
  shell,
  key,
  port,
}: InShellOptions): Promise<{ server: DevServer; link: string }> => {
  const { name, ...source } = sourceDescriptorSchema.parse(
    JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8')),
  )
  const page = firstPage(source)
  const linkTo = (address: string) => overrideLink({ shell, remote: name, address, page, key })
  // What is wrong with the address is better said before a build than after it.
  linkTo('http://127.0.0.1')
  const server = await serveRemote(folder, port ?? (await freePort()))
  await server.built
  return { server, link: linkTo(server.url) }
}
