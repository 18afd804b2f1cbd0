import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Descriptor } from '@atalaia/contracts'

const descriptorOf = (at: number): Descriptor => {
  const path = `/app/grown/${at}`
  return {
    name: `mfe-grown-${at}`,
    version: '1.0.0',
    owner: 'time',
    contract: '^1.0.0',
    token: false,
    api: false,
    routes: [{ id: 'page', path, access: 'session', title: `Crescida ${at}` }],
    sidebar: [{ label: `Crescida ${at}`, path }],
    artifact: {
      entry: 'entry.js',
      container: `mfe_grown_${at}`,
      module: './remote',
      files: [{ path: 'entry.js', bytes: 0, integrity: `sha384-${'a'.repeat(64)}` }],
      shared: [],
      routeFiles: {},
    },
  }
}

export type GrownRemotes = { readonly folders: readonly string[]; remove(): Promise<void> }

/** Descriptors with sidebar entries, without code. */
export const writeGrownRemotes = async (count: number): Promise<GrownRemotes> => {
  const root = await mkdtemp(join(tmpdir(), 'atalaia-grown-'))
  const folders = Array.from({ length: count }, async (_, at) => {
    const descriptor = descriptorOf(at)
    const dist = join(root, descriptor.name, 'dist')
    await mkdir(dist, { recursive: true })
    await writeFile(join(dist, 'remote.json'), JSON.stringify(descriptor))
    return dist
  })
  return { folders: await Promise.all(folders), remove: () => rm(root, { recursive: true, force: true }) }
}
