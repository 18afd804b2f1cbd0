import { createHash } from 'node:crypto'
import { SHELL_BASE, type PublicConfig, type Release, type ReleaseRemote, type ShellManifest } from '@atalaia/contracts'
import type { ShellSource } from '../registry/storage/workspace.ts'
import type { LiveState } from '../registry/live-state.ts'
import type { ArtifactSource, ArtifactState } from '../registry/storage/artifact.ts'
import {
  canariesFor,
  NO_VERSIONS,
  readChannelVersions,
  remotesOf,
  shellFor,
  type ChannelVersions,
} from './channel-versions.ts'
import { fetchOverride, type Override } from './overrides.ts'
import type { Visitor } from './visitor.ts'
import type { ForeignAddresses } from '@atalaia/server'

export type CurrentRelease = {
  readonly release: Release
  readonly shell: ShellManifest
  readonly versions: ChannelVersions
}

export type ReleaseState =
  | { readonly status: 'ready'; readonly current: CurrentRelease }
  | { readonly status: 'broken'; readonly reason: string }

export type ReleaseSource = {
  /**
   * The release for one visitor. Default: no canary version, no overrides. Returns the same object
   * until a change. Overrides are fetched at each call.
   */
  current(visitor?: Visitor): Promise<ReleaseState>
}

export type ReleaseOptions = {
  readonly artifacts: ArtifactSource
  readonly shell: ShellSource
  readonly config: PublicConfig
  readonly overrides: ReadonlyMap<string, string>
  readonly overrideAddresses: ForeignAddresses
  /** Runs once for each remote that breaks, and again when the reason changes. */
  readonly onBroken: (remote: string, reason: string) => void
  readonly published?: { readonly live: LiveState; readonly channel: string }
}

/** Bounds memory against invented browser ids. */
const MAX_RELEASES = 200

/**
 * Builds releases from promoted versions, and from the newest builds where no version is promoted.
 * Each combination of versions is built once.
 */
export const createReleaseSource = (options: ReleaseOptions): ReleaseSource => {
  const { artifacts, shell, config, published } = options
  const reported = new Map<string, string>()
  const made = new Map<string, CurrentRelease>()
  let lookedAt: readonly unknown[] = []
  let madeOf: readonly unknown[] = []
  let reading = Promise.resolve(NO_VERSIONS)

  const report = (states: readonly ArtifactState[]) => {
    for (const state of states) {
      if (state.status === 'ready') reported.delete(state.descriptor.name)
      else if (reported.get(state.name) !== state.reason) {
        reported.set(state.name, state.reason)
        options.onBroken(state.name, state.reason)
      }
    }
  }

  return {
    current: async ({
      browser,
      facts: recipientFacts,
      overrides: own = [],
      overridesTrusted = false,
      overridesUntil,
      developer = false,
      failedShells = [],
    } = {}) => {
      const manifest = await shell.manifest()
      const states = await artifacts.list()
      const state = published?.live.current()
      if (differ([manifest, states, state], lookedAt)) {
        lookedAt = [manifest, states, state]
        report(states)
        const ownShell = manifest.status === 'ready' ? manifest.value : undefined
        const sources = [ownShell, state, ...states.map(sourceOf)]
        if (differ(sources, madeOf)) {
          made.clear()
          madeOf = sources
          reading = readChannelVersions({ ...options, states, state, shell: ownShell })
          // The next page tries again.
          reading.catch(() => {
            lookedAt = []
            madeOf = []
          })
        }
      }
      const readingThis = reading
      const versions = await readingThis
      const picked = canariesFor(versions, { browser, facts: recipientFacts })
      const served = shellFor(versions, picked, failedShells)
      if (!served)
        return { status: 'broken', reason: manifest.status === 'broken' ? manifest.reason : 'there is no shell' }
      const facts = { developer, ...(overridesUntil !== undefined && { overridesUntil }) }
      if (own.length > 0) {
        const remotes = await withOverrides(remotesOf(versions, picked), {
          own,
          trusted: overridesTrusted,
          allowed: options.overrideAddresses,
        })
        return { status: 'ready', current: makeRelease(config, versions, { remotes, shell: served, facts }) }
      }
      const key = [served.version, developer, overridesUntil, ...picked].join(' ')
      const known = made.get(key)
      if (known) return { status: 'ready', current: known }
      const remotes = remotesOf(versions, picked)
      const current = makeRelease(config, versions, { remotes, shell: served, facts })
      const [oldest] = made.keys()
      if (made.size >= MAX_RELEASES && oldest !== undefined) made.delete(oldest)
      if (reading === readingThis) made.set(key, current)
      return { status: 'ready', current }
    },
  }
}

type Facts = { readonly developer: boolean; readonly overridesUntil?: string }

type Made = { readonly remotes: ReleaseRemote[]; readonly shell: ShellManifest; readonly facts: Facts }

/** The id hashes all parts (M-RELEASE-4). */
const makeRelease = (
  config: PublicConfig,
  versions: ChannelVersions,
  { remotes, shell, facts }: Made,
): CurrentRelease => {
  const parts = [hashOf(config), ...remotes.map(hashOf), hashOf(shell), JSON.stringify(facts)]
  const id = createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 16)
  const files = { baseUrl: SHELL_BASE, files: shell.files }
  return { release: { id, config, shell: files, remotes, live: true, ...facts }, shell, versions }
}

const hashes = new WeakMap<object, string>()

const hashOf = (part: object): string => {
  const known = hashes.get(part)
  if (known !== undefined) return known
  const hash = createHash('sha256').update(JSON.stringify(part)).digest('hex')
  hashes.set(part, hash)
  return hash
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

const differ = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length !== others.length || some.some((one, at) => one !== others[at])

/** The same object as long as the build is the same. */
const sourceOf = (state: ArtifactState) => (state.status === 'ready' ? state.descriptor : state.known)
