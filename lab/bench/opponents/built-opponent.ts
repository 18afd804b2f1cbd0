import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { defaultPublicConfig, RELEASE_ELEMENT_ID } from '@atalaia/contracts'
import { hashOfFolders, root, whenStale, workspacePackages } from '@atalaia/stack'
import { z } from 'zod'
import type { Opponent } from './opponents.ts'
import { containerOf, remoteNames, type Variant } from './webpack-build.ts'

const BUILDS = join(root, '.cache', 'bench', 'opponents')

export const sourcesHash = (): string => {
  const folders = [...workspacePackages().values()]
    .map(({ folder }) => folder)
    .filter((folder) => /\/(host-shell|mfe-[\w-]+|shared\/[\w-]+)$/.test(folder))
  const lockfile = ['pnpm-lock.yaml', 'lab/pnpm-lock.yaml'].map((file) => readFileSync(join(root, file), 'utf8')).join()
  return hashOfFolders(root, [...folders, import.meta.dirname], lockfile)
}

const variantSchema = z.object({
  entry: z.array(z.string()),
  head: z.string().optional(),
  scripts: z.literal('module').optional(),
})
const builtSchema = z.object({ current: variantSchema, next: variantSchema })

const descriptorOf = (name: string): unknown => {
  const descriptor = JSON.parse(readFileSync(join(root, name, 'dist/remote.json'), 'utf8'))
  const artifact = { entry: 'unused.js', container: containerOf(name), module: './remote' }
  return { ...descriptor, artifact: { ...artifact, files: [], shared: [], routeFiles: {} } }
}

/** A build that no gateway serves knows its remotes in its code, which a browser keeps. */
const addRelease = async (folder: string, { entry }: Variant): Promise<void> => {
  const release = {
    id: 'bench',
    config: defaultPublicConfig,
    shell: { baseUrl: '/files/', files: [] },
    remotes: remoteNames.map((name) => ({ descriptor: descriptorOf(name), baseUrl: `/files/${name}/` })),
  }
  const properties = { id: RELEASE_ELEMENT_ID, type: 'application/json', textContent: JSON.stringify(release) }
  const prelude = `document.head.append(Object.assign(document.createElement("script"),${JSON.stringify(properties)}));`
  const address = entry.find((file) => file.endsWith('.js')) ?? ''
  const file = join(folder, address.replace('/files/', ''))
  const code = await readFile(file, 'utf8')
  if (code.startsWith(prelude)) return
  await writeFile(file, prelude + code)
  await writeFile(`${file}.br`, brotliCompressSync(prelude + code))
}

export type Built = { readonly folder: string; readonly variant: Variant }

/** Current and next build; both kept until their inputs change. */
export const builtOpponent = async (
  { name, build, buildNext }: Opponent,
  log: (line: string) => void,
): Promise<{ readonly current: Built; readonly next: Built }> => {
  const place = join(BUILDS, name)
  const folderOf = (edition: string) => join(place, edition)
  const description = join(place, 'variants.json')
  await whenStale(
    { name: `bench-${name}`, fingerprint: sourcesHash, isThere: () => existsSync(description) },
    async () => {
      log(`  building ${name} …`)
      await rm(place, { recursive: true, force: true })
      await mkdir(folderOf('current'), { recursive: true })
      const current = await build(folderOf('current'))
      await addRelease(folderOf('current'), current)
      await cp(folderOf('current'), folderOf('next'), { recursive: true })
      const next = await buildNext(folderOf('next'), current)
      await addRelease(folderOf('next'), next)
      await writeFile(description, JSON.stringify({ current, next }))
    },
  )
  const { current, next } = builtSchema.parse(JSON.parse(readFileSync(description, 'utf8')))
  return {
    current: { folder: folderOf('current'), variant: current },
    next: { folder: folderOf('next'), variant: next },
  }
}
