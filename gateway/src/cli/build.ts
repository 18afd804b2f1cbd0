import { DEFAULT_CHANNEL, DESCRIPTOR_FILE, artifactFileSchema, type Descriptor } from '@atalaia/contracts'
import { Problem } from '@atalaia/server'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { z } from 'zod'
import { judge } from '../registry/gate.ts'
import { listedFiles } from '../registry/storage/artifact.ts'
import { verifyFolder } from '../registry/publish/verify.ts'
import type { Reason } from '../registry/repository/records.ts'

/** Reads the build in `dir`, and checks its files against its descriptor. Throws a `Problem` for a fault. */
export const readBuild = async (dir: string): Promise<Descriptor> => {
  const text = await readFile(join(dir, DESCRIPTOR_FILE), 'utf8').catch((cause: unknown) => {
    throw new Problem(400, `${dir}: there is no ${DESCRIPTOR_FILE}: build the remote first`, { cause })
  })
  const listed = listedPaths(text)
  const there = await Promise.all(
    listed.map(async (path) => ((await readFile(join(dir, path)).catch(() => undefined)) ? path : undefined)),
  )
  return verifyFolder(dir, new Set([DESCRIPTOR_FILE, ...there.filter((path) => path !== undefined)]))
}

const listing = z.object({
  artifact: z.object({
    files: z.array(artifactFileSchema),
    embed: z.optional(z.object({ files: z.array(artifactFileSchema) })),
  }),
})

const listedPaths = (text: string): string[] => {
  try {
    const parsed = listing.safeParse(JSON.parse(text))
    return parsed.success ? listedFiles(parsed.data.artifact).map(({ path }) => path) : []
  } catch {
    return []
  }
}

/** The archive of a build: the descriptor and the files that it lists, and nothing else of the folder. */
export const packBuild = async (dir: string, { artifact }: Descriptor): Promise<Buffer> => {
  const archive = pack()
  const whole = buffer(archive)
  for (const path of [DESCRIPTOR_FILE, ...listedFiles(artifact).map((file) => file.path)])
    archive.entry({ name: path }, await readFile(join(dir, path)))
  archive.finalize()
  return promisify(gzip)(await whole)
}

/** Builds a remote of the workspace, unless its build is current. */
export const buildRemote = async (root: string, name: string): Promise<void> => {
  const child = spawn(process.execPath, [join(root, 'scripts/build.ts'), name], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${name}: the build failed`)
}

export type CheckedBuild =
  | { readonly status: 'readable'; readonly descriptor: Descriptor; readonly reasons: readonly Reason[] }
  | { readonly status: 'unreadable'; readonly reasons: readonly Reason[] }

/** Judges the build in `dir` by itself, without a gateway. */
export const checkBuild = async (dir: string): Promise<CheckedBuild> => {
  try {
    const descriptor = await readBuild(dir)
    return {
      status: 'readable',
      descriptor,
      reasons: judge({
        candidate: descriptor,
        channel: DEFAULT_CHANNEL,
        current: undefined,
        others: [],
        shells: [],
        uses: [],
      }),
    }
  } catch (error) {
    if (error instanceof Problem) return { status: 'unreadable', reasons: [{ code: 'build', message: error.message }] }
    throw error
  }
}
