import { DESCRIPTOR_FILE, type Descriptor } from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import { readdir, readFile, stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join, sep } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** A changing build. `describe` rejects while the build is incomplete. */
export type LiveBuild = { readonly dist: string; describe(): Promise<Descriptor> }

/** Pages hear of new builds here, as server-sent events. */
export const BUILDS = '/@atalaia/builds'

/**
 * Appended to the entry: reloads the page after the next build (M-PUBLISH-12). A restarted server
 * has no news.
 */
const reloading = ({ format }: Descriptor['artifact']): string => {
  const own = format === 'module' ? 'import.meta.url' : 'document.currentScript.src'
  return `\n;new EventSource(new URL("${BUILDS}", ${own})).addEventListener("built", () => location.reload());\n`
}

const describeServed = async ({ dist, describe }: LiveBuild): Promise<{ descriptor: Descriptor; entry: Buffer }> => {
  const { artifact, ...source } = await describe()
  const entry = Buffer.concat([await readFile(join(dist, artifact.entry)), Buffer.from(reloading(artifact))])
  const files = artifact.files.map((file) =>
    file.path === artifact.entry ? { ...file, bytes: entry.length, integrity: integrityOf(entry) } : file,
  )
  return { descriptor: { ...source, artifact: { ...artifact, files } }, entry }
}

/** File or present descriptor; `undefined`: neither. */
export const bodyAt = async (path: string, build: LiveBuild): Promise<string | Buffer | undefined> => {
  if (path === `/${DESCRIPTOR_FILE}`) return JSON.stringify((await describeServed(build)).descriptor)
  const file = join(build.dist, path)
  if (!file.startsWith(build.dist + sep)) return undefined
  const content = await readFile(file).catch(() => undefined)
  const served = content && /\.m?js$/.test(path) ? await describeServed(build).catch(() => undefined) : undefined
  return served?.descriptor.artifact.entry === path.slice(1) ? served.entry : content
}

const LOOK_MS = 300

const stateOf = async (dist: string): Promise<string> => {
  const entries = await readdir(dist, { recursive: true }).catch(() => [])
  const states = entries.toSorted().map(async (path) => {
    const { mtimeMs, size } = await stat(join(dist, path)).catch(() => ({ mtimeMs: 0, size: 0 }))
    return `${path} ${mtimeMs} ${size}`
  })
  return (await Promise.all(states)).join('\n')
}

/** Sends each new complete build until the page is gone. */
export const tellBuilds = async ({ dist, describe }: LiveBuild, response: ServerResponse): Promise<void> => {
  response.write(': waiting\n\n')
  let told = await stateOf(dist)
  let last = told
  while (!response.closed) {
    await setTimeout(LOOK_MS)
    const now = await stateOf(dist)
    const settled = now === last
    last = now
    if (!settled || now === told) continue
    told = now
    const whole = await describe().then(
      () => true,
      () => false,
    )
    if (whole) response.write('event: built\ndata:\n\n')
  }
}
