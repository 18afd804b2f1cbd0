import { listedFiles } from '@atalaia/artifact'
import {
  descriptorSchema,
  shellManifestSchema,
  sourceDescriptorSchema,
  type Descriptor,
  type ShellManifest,
} from '@atalaia/contracts'
import { messageOf } from '@atalaia/server'
import { readdirSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { openStored, type ArtifactSource, type ArtifactState, type StoredCoding, type StoredFile } from './artifact.ts'

export type ShellSource = {
  /** Re-read only after a change. Never rejects. */
  manifest(): Promise<JsonFileState<ShellManifest>>
  /** Opens a file of the shell, by the rules of {@link ArtifactSource.open}. */
  open(path: string, encodings: readonly StoredCoding[]): Promise<StoredFile | undefined>
}

/** Served only where promoted: tools of operators. */
const ON_REQUEST: ReadonlySet<string> = new Set(['mfe-console'])

/** Build folders of the workspace's remotes that every gateway serves. */
export const workspaceRemotes = (root: string): string[] =>
  readdirSync(root)
    .filter((name) => name.startsWith('mfe-') && !ON_REQUEST.has(name))
    .toSorted()
    .map((name) => join(root, name, 'dist'))

/**
 * Remotes in `dirs`: each is a `dist` next to its `remote.json`. Looks for new builds at most every
 * `every` milliseconds; 0 looks at each call.
 */
export const createFolderSource = (dirs: readonly string[], every = 0): ArtifactSource => {
  const folders = dirs.map(createFolder)

  const list = atMostEvery(every, async () => {
    const states = await Promise.all(folders.map(({ state }) => state()))
    return states.map((state, index) => refuseSecond(state, states.slice(0, index)))
  })

  return {
    list,
    describe: async (name, version) => {
      const found = (await list()).find(
        (state) => state.status === 'ready' && isVersion(state.descriptor, name, version),
      )
      return found?.status === 'ready' ? found.descriptor : undefined
    },
    open: async ({ name, version, path }, encodings) => {
      const states = await list()
      const at = states.findIndex((state) => state.status === 'ready' && isVersion(state.descriptor, name, version))
      const [state, folder] = [states[at], folders[at]]
      if (state?.status !== 'ready' || !folder) return undefined
      if (!listedFiles(state.descriptor.artifact).some((file) => file.path === path)) return undefined
      return openStored(join(folder.dir, path), encodings)
    },
  }
}

/** `every` as in {@link createFolderSource}. */
export const createShellSource = (dir: string, every = 0): ShellSource => {
  const manifest = atMostEvery(every, jsonFile(join(dir, 'shell.json'), shellManifestSchema))
  return {
    manifest,
    open: async (path, encodings) => {
      const state = await manifest()
      if (state.status !== 'ready' || !state.value.files.some((file) => file.path === path)) return undefined
      return openStored(join(dir, path), encodings)
    },
  }
}

export type Surroundings = {
  /** Builds of the workspace. They are live until a version is promoted. */
  readonly workspace: () => Promise<readonly Descriptor[]>
  readonly ownShell: () => Promise<ShellManifest | undefined>
}

/** Milliseconds until production notices a build. Elsewhere the next page does. */
export const LOOK_EVERY_MS = 1000

export type BuildFolders = { readonly remoteDirs: readonly string[]; readonly shellDir: string }

/** Builds of these folders that can run. `every` as in {@link createFolderSource}. */
export const surroundingsOf = ({ remoteDirs, shellDir }: BuildFolders, every = 0): Surroundings => {
  const remotes = createFolderSource(remoteDirs, every)
  const shell = createShellSource(shellDir, every)
  return {
    workspace: async () =>
      (await remotes.list()).flatMap((state) => (state.status === 'ready' ? [state.descriptor] : [])),
    ownShell: async () => {
      const state = await shell.manifest()
      return state.status === 'ready' ? state.value : undefined
    },
  }
}

const createFolder = (dir: string) => {
  const built = jsonFile(join(dir, 'remote.json'), descriptorSchema)
  const source = jsonFile(join(dirname(dir), 'remote.json'), sourceDescriptorSchema)
  const state = async (): Promise<ArtifactState> => {
    const descriptor = await built()
    if (descriptor.status === 'ready') return { status: 'ready', descriptor: descriptor.value }
    const known = await source()
    const { reason } = descriptor
    return known.status === 'ready'
      ? { status: 'broken', name: known.value.name, reason, known: known.value }
      : { status: 'broken', name: basename(dirname(dir)), reason }
  }
  return { dir, state }
}

const isVersion = (found: { name: string; version: string }, name: string, version: string) =>
  found.name === name && found.version === version

const nameOf = (state: ArtifactState) => (state.status === 'ready' ? state.descriptor.name : state.name)

const refuseSecond = (state: ArtifactState, earlier: readonly ArtifactState[]): ArtifactState => {
  const name = nameOf(state)
  return earlier.some((other) => nameOf(other) === name)
    ? { status: 'broken', name, reason: `a second folder says that it is ${name}; the first is served` }
    : state
}

type Schema<Value> = {
  safeParse(data: unknown): { success: true; data: Value } | { success: false; error: { message: string } }
}

export type JsonFileState<Value> =
  | { readonly status: 'ready'; readonly value: Value; readonly changed: number }
  | { readonly status: 'broken'; readonly reason: string; readonly changed: number }

/** Reads a JSON file again only after a change. `changed` differs when the content may. */
const jsonFile = <Value>(path: string, schema: Schema<Value>): (() => Promise<JsonFileState<Value>>) => {
  let last: JsonFileState<Value> | undefined
  return async () => {
    const changed = await modificationTime(path)
    if (last?.changed !== changed) last = { ...(await read(path, schema)), changed }
    return last
  }
}

const modificationTime = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    return 0
  }
}

const read = async <Value>(path: string, schema: Schema<Value>) => {
  try {
    const parsed = schema.safeParse(JSON.parse(await readFile(path, 'utf8')))
    if (parsed.success) return { status: 'ready', value: parsed.data } as const
    return { status: 'broken', reason: `${path}: ${parsed.error.message}` } as const
  } catch (error) {
    return { status: 'broken', reason: `${path}: ${messageOf(error)}` } as const
  }
}

/**
 * Runs `work` at most every `milliseconds`, and repeats its last outcome in between. `work` must
 * not reject.
 */
export const atMostEvery = <Value>(
  milliseconds: number,
  work: () => Promise<Value>,
  now: () => number = Date.now,
): (() => Promise<Value>) => {
  let last: { readonly at: number; readonly outcome: Promise<Value> } | undefined
  return () => {
    const at = now()
    if (!last || at - last.at >= milliseconds) last = { at, outcome: work() }
    return last.outcome
  }
}
