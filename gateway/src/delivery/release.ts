import { createHash } from 'node:crypto'
import {
  ANY_VERSION,
  remoteBase,
  SHELL_BASE,
  type Descriptor,
  type PublicConfig,
  type Release,
  type ReleaseRemote,
  type ShellManifest,
} from '@atalaia/contracts'
import type { ShellSource } from '../registry/storage/workspace.ts'
import { grantsOf, withGranted } from '../registry/grants.ts'
import { pickVersion, type LiveState } from '../registry/live-state.ts'
import type { Grant } from '../registry/repository/records.ts'
import { unbuiltDescriptor, type ArtifactSource, type ArtifactState } from '../registry/storage/artifact.ts'
import { fetchOverride, type Override } from './overrides.ts'
import type { Visitor } from './visitor.ts'
import type { ForeignAddresses } from '@atalaia/server'

/** A release, and the shell that it runs in. */
export type CurrentRelease = { readonly release: Release; readonly shell: ShellManifest }

export type ReleaseState =
  | { readonly status: 'ready'; readonly current: CurrentRelease }
  | { readonly status: 'broken'; readonly reason: string }

/** The releases that pages get. */
export type ReleaseSource = {
  /**
   * The release for one visitor, by default for anybody: no canary version, no overrides. The same object as long as
   * nothing changes, except for a visitor with overrides, whose descriptors are fetched on each call.
   */
  current(visitor?: Visitor): Promise<ReleaseState>
}

export type ReleaseOptions = {
  readonly artifacts: ArtifactSource
  readonly shell: ShellSource
  readonly config: PublicConfig
  /** Remotes that every browser takes from elsewhere (REMOTE_OVERRIDES): address by name. */
  readonly overrides: ReadonlyMap<string, string>
  /** The addresses at which the gateway itself asks for the descriptors of a browser's overrides. */
  readonly overrideAddresses: ForeignAddresses
  /** Called once for each remote that breaks, and again when the reason changes. */
  readonly onBroken: (remote: string, reason: string) => void
  /** Published versions, and the channel that this gateway serves. */
  readonly published?: { readonly live: LiveState; readonly channel: string }
}

/** Limits the releases that are kept, so that invented browser ids cannot exhaust memory. */
const MAX_RELEASES = 200

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
    const byContent = new Set<Descriptor>()
    for (const [name, version] of versions) {
      const found = await published?.live.artifact(name, version)
      if (!found) continue
      promoted.set(name, found.descriptor)
      if (await published?.live.isNamedByContent(found)) byContent.add(found.descriptor)
    }
    const built = states.flatMap((state) => descriptorOf(state) ?? [])
    const known = new Set(built.map(({ name }) => name))
    const added = [...promoted.values()].filter(({ name }) => !known.has(name))
    const granted = published?.live.current().granted ?? []
    return [...built.map((descriptor) => promoted.get(descriptor.name) ?? descriptor), ...added].map((descriptor) =>
      releaseRemote(descriptor, {
        granted: grantsOf(descriptor.name, granted, built),
        override: overrides.get(descriptor.name),
        byContent: byContent.has(descriptor),
      }),
    )
  }

  return {
    current: async ({
      browser,
      overrides: own = [],
      overridesTrusted = false,
      overridesUntil,
      developer = false,
    } = {}) => {
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
        const known = await remotesOf(states, versions)
        const remotes = await withOverrides(known, {
          own,
          trusted: overridesTrusted,
          allowed: options.overrideAddresses,
        })
        return { status: 'ready', current: makeRelease(config, remotes, manifest.value, facts) }
      }
      const key = JSON.stringify([[...versions], facts])
      const known = made.get(key)
      if (known) return { status: 'ready', current: known }
      const current = makeRelease(config, await remotesOf(states, versions), manifest.value, facts)
      if (made.size >= MAX_RELEASES) made.clear()
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
  const files = { baseUrl: SHELL_BASE, files: shell.files }
  return { release: { id, config, shell: files, remotes, live: true, ...facts }, shell }
}

type RemoteFacts = {
  readonly granted: ReadonlySet<Grant>
  readonly override: string | undefined
  /** Whether its files are addressed without its version. */
  readonly byContent: boolean
}

const releaseRemote = (descriptor: Descriptor, { granted, override, byContent }: RemoteFacts): ReleaseRemote => {
  const { name, version, token } = descriptor
  return {
    descriptor: withGranted(descriptor, granted),
    // The page may read the whole descriptor from the artifact, which asks for what it likes.
    ...(token && !granted.has('token') && { trusted: false }),
    baseUrl: remoteBase(name, version),
    ...(byContent && { filesUrl: remoteBase(name, ANY_VERSION) }),
    ...(override !== undefined && { override, fixed: true, trusted: true }),
  }
}

type OwnOverrides = {
  readonly own: readonly Override[]
  readonly trusted: boolean
  readonly allowed: ForeignAddresses
}

const withOverrides = async (
  remotes: readonly ReleaseRemote[],
  { own, trusted, allowed }: OwnOverrides,
): Promise<ReleaseRemote[]> => {
  const known = new Map(remotes.map(({ descriptor }) => [descriptor.name, descriptor]))
  const fetched = await Promise.all(own.map((override) => fetchOverride(override, allowed, known.get(override.remote))))
  const overridden = fetched.map((remote) => ({ ...remote, trusted }))
  const byName = new Map(overridden.map((remote) => [remote.descriptor.name, remote]))
  return [
    ...remotes.map((remote) => byName.get(remote.descriptor.name) ?? remote),
    ...overridden.filter(({ descriptor }) => !known.has(descriptor.name)),
  ]
}

/** An object that stays the same as long as the build does. */
const sourceOf = (state: ArtifactState) => (state.status === 'ready' ? state.descriptor : state.known)

/**
 * A broken remote whose own facts can still be read stays in the release: its addresses and sidebar entries
 * remain, and in its place people see a panel that says so, instead of "this page does not exist".
 */
const descriptorOf = (state: ArtifactState) => {
  if (state.status === 'ready') return state.descriptor
  return state.known && unbuiltDescriptor(state.known)
}
