import { createHash } from 'node:crypto'
import type { PublicConfig, Release, ReleaseRemote, ShellManifest } from '@atalaia/contracts'
import type { ArtifactSource, ArtifactState } from '../artifacts/artifact-source.ts'
import type { ShellSource } from '../artifacts/shell-source.ts'
import { shellBase } from './shell-base.ts'
import { unavailableDescriptor } from './unavailable-descriptor.ts'

/** A release and the shell that it runs in. */
export type CurrentRelease = { readonly release: Release; readonly shell: ShellManifest }

export type ReleaseState =
  | { readonly status: 'ready'; readonly current: CurrentRelease }
  | { readonly status: 'broken'; readonly reason: string }

/** Says which release a page gets. */
export type ReleaseSource = { current(): Promise<ReleaseState> }

export type ReleaseOptions = {
  readonly artifacts: ArtifactSource
  readonly shell: ShellSource
  readonly config: PublicConfig
  readonly overrides: ReadonlyMap<string, string>
  /** Told once of each remote that breaks, and again when the reason changes. */
  readonly onBroken: (remote: string, reason: string) => void
}

/** The release that is made of the newest builds. The same object as long as nothing changes. */
export const createReleaseSource = (options: ReleaseOptions): ReleaseSource => {
  const { artifacts, shell, config, overrides } = options
  const reported = new Map<string, string>()
  let last: { readonly parts: string; readonly current: CurrentRelease } | undefined

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
    current: async () => {
      const [manifest, states] = await Promise.all([shell.manifest(), artifacts.list()])
      report(states)
      if (manifest.status === 'broken') return { status: 'broken', reason: manifest.reason }
      const remotes = states.flatMap((state) => releaseRemote(state, overrides) ?? [])
      const parts = JSON.stringify([config, remotes, manifest.value])
      if (last?.parts !== parts) last = { parts, current: makeRelease(parts, config, remotes, manifest.value) }
      return { status: 'ready', current: last.current }
    },
  }
}

const makeRelease = (
  parts: string,
  config: PublicConfig,
  remotes: ReleaseRemote[],
  shell: ShellManifest,
): CurrentRelease => {
  const id = createHash('sha256').update(parts).digest('hex').slice(0, 16)
  return { release: { id, config, shell: { baseUrl: shellBase, files: shell.files }, remotes }, shell }
}

/**
 * A broken remote whose own facts can still be read stays in the release: its addresses and sidebar entries
 * remain, and in its place people see a panel that says so, instead of "this page does not exist".
 */
const releaseRemote = (state: ArtifactState, overrides: ReadonlyMap<string, string>): ReleaseRemote | undefined => {
  const descriptor = descriptorOf(state)
  if (!descriptor) return undefined
  const { name, version } = descriptor
  const override = overrides.get(name)
  return { descriptor, baseUrl: `/remotes/${name}/${version}/`, ...(override !== undefined && { override }) }
}

const descriptorOf = (state: ArtifactState) => {
  if (state.status === 'ready') return state.descriptor
  return state.known && unavailableDescriptor(state.known)
}
