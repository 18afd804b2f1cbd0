import { createHash } from 'node:crypto'
import type { Descriptor, PublicConfig, Release, ReleaseRemote, ShellManifest } from '@atalaia/contracts'
import type { ArtifactSource, ArtifactState } from '../registry/storage/artifact-source.ts'
import type { ShellSource } from '../registry/storage/workspace.ts'
import { pickVersion, type LiveState } from '../registry/live-state.ts'
import { shellBase } from './shell-base.ts'
import { unavailableDescriptor } from './unavailable-descriptor.ts'

/** A release and the shell that it runs in. */
export type CurrentRelease = { readonly release: Release; readonly shell: ShellManifest }

export type ReleaseState =
  | { readonly status: 'ready'; readonly current: CurrentRelease }
  | { readonly status: 'broken'; readonly reason: string }

/** For whom the release is. */
export type Visitor = {
  /** Decides which share of a canary this is; without it, none. */
  readonly browser?: string
  /** Remotes that this browser alone takes from elsewhere. */
  readonly overrides?: readonly ReleaseRemote[]
  readonly overridesUntil?: string
  readonly developer?: boolean
}

/** Says which release a page gets. */
export type ReleaseSource = { current(visitor?: Visitor): Promise<ReleaseState> }

export type ReleaseOptions = {
  readonly artifacts: ArtifactSource
  readonly shell: ShellSource
  readonly config: PublicConfig
  readonly overrides: ReadonlyMap<string, string>
  /** Told once of each remote that breaks, and again when the reason changes. */
  readonly onBroken: (remote: string, reason: string) => void
  /** Published versions, and the channel that this gateway serves. */
  readonly published?: { readonly live: LiveState; readonly channel: string }
}

/** Whoever invents browsers must not fill the memory. */
const maximumReleases = 200

/**
 * Releases made of the promoted versions, and of the newest builds where nothing is promoted. Each combination of
 * versions is made once, and is the same object as long as nothing changes.
 */
export const createReleaseSource = (options: ReleaseOptions): ReleaseSource => {
  const { artifacts, shell, config, overrides, published } = options
  const reported = new Map<string, string>()
  const made = new Map<string, CurrentRelease>()
  let madeOf: readonly unknown[] = []

  const report = (states: readonly ArtifactState[]) => {
    for (const state of states) {
      if (state.status === 'ready') reported.delete(state.descriptor.name)
      else if (reported.get(state.name) !== state.reason) {
        reported.set(state.name, state.reason)
        options.onBroken(state.name, state.reason)
      }
    }
  }

  const remotesOf = async (states: readonly ArtifactState[], versions: ReadonlyMap<string, string>) => {
    const promoted = new Map<string, Descriptor>()
    for (const [name, version] of versions) {
      const found = await published?.live.artifact(name, version)
      if (found) promoted.set(name, found.descriptor)
    }
    const built = states.flatMap((state) => descriptorOf(state) ?? [])
    const known = new Set(built.map(({ name }) => name))
    const added = [...promoted.values()].filter(({ name }) => !known.has(name))
    return [...built.map((descriptor) => promoted.get(descriptor.name) ?? descriptor), ...added].map((descriptor) =>
      releaseRemote(descriptor, overrides),
    )
  }

  return {
    current: async ({ browser, overrides: own = [], overridesUntil, developer = false } = {}) => {
      const [manifest, states] = await Promise.all([shell.manifest(), artifacts.list()])
      report(states)
      if (manifest.status === 'broken') return { status: 'broken', reason: manifest.reason }
      const state = published?.live.current()
      const sources = [manifest.value, state, ...states.map(sourceOf)]
      if (sources.length !== madeOf.length || sources.some((source, at) => source !== madeOf[at])) made.clear()
      madeOf = sources
      const versions = new Map<string, string>()
      for (const pointer of state?.pointers ?? []) {
        const version = pointer.channel === published?.channel ? pickVersion(pointer, browser) : null
        if (version !== null) versions.set(pointer.remote, version)
      }
      const facts = { developer, ...(overridesUntil !== undefined && { overridesUntil }) }
      if (own.length > 0) {
        const remotes = withOverrides(await remotesOf(states, versions), own)
        return { status: 'ready', current: makeRelease(config, remotes, manifest.value, facts) }
      }
      const key = JSON.stringify([[...versions], facts])
      const known = made.get(key)
      if (known) return { status: 'ready', current: known }
      const current = makeRelease(config, await remotesOf(states, versions), manifest.value, facts)
      if (made.size >= maximumReleases) made.clear()
      if (madeOf === sources) made.set(key, current)
      return { status: 'ready', current }
    },
  }
}

type Facts = { readonly developer: boolean; readonly overridesUntil?: string }

const makeRelease = (
  config: PublicConfig,
  remotes: ReleaseRemote[],
  shell: ShellManifest,
  facts: Facts,
): CurrentRelease => {
  const parts = JSON.stringify([config, remotes, shell, facts])
  const id = createHash('sha256').update(parts).digest('hex').slice(0, 16)
  const files = { baseUrl: shellBase, files: shell.files }
  return { release: { id, config, shell: files, remotes, live: true, ...facts }, shell }
}

const releaseRemote = (descriptor: Descriptor, overrides: ReadonlyMap<string, string>): ReleaseRemote => {
  const { name, version } = descriptor
  const override = overrides.get(name)
  return {
    descriptor,
    baseUrl: `/remotes/${name}/${version}/`,
    ...(override !== undefined && { override, fixed: true }),
  }
}

const withOverrides = (remotes: readonly ReleaseRemote[], own: readonly ReleaseRemote[]): ReleaseRemote[] => {
  const byName = new Map(own.map((remote) => [remote.descriptor.name, remote]))
  const known = new Set(remotes.map(({ descriptor }) => descriptor.name))
  return [
    ...remotes.map((remote) => byName.get(remote.descriptor.name) ?? remote),
    ...own.filter(({ descriptor }) => !known.has(descriptor.name)),
  ]
}

/** Stays the same object as long as the build does. */
const sourceOf = (state: ArtifactState) => (state.status === 'ready' ? state.descriptor : state.known)

/**
 * A broken remote whose own facts can still be read stays in the release: its addresses and sidebar entries
 * remain, and in its place people see a panel that says so, instead of "this page does not exist".
 */
const descriptorOf = (state: ArtifactState) => {
  if (state.status === 'ready') return state.descriptor
  return state.known && unavailableDescriptor(state.known)
}
