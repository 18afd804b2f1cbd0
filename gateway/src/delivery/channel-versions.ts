import { grantedScopes, rightsOf, withGranted, type Pointer, type Rights } from '@atalaia/artifact'
import {
  ANY_VERSION,
  inRange,
  remoteBase,
  SHELL_NAME,
  type Descriptor,
  type ReleaseRemote,
  type ShellManifest,
} from '@atalaia/contracts'
import { channelKey } from '../registry/repository/channels-repository.ts'
import { pickVersion, type ChannelState, type LiveState, type Recipient } from '../registry/live-state.ts'
import { unbuiltDescriptor, type ArtifactState } from '../registry/storage/artifact.ts'

export type ChannelVersions = {
  /** Remotes for browsers outside every canary, in the order of the release. */
  readonly remotes: readonly ReleaseRemote[]
  readonly canaries: ReadonlyMap<string, ReleaseRemote>
  readonly pointers: readonly Pointer[]
  readonly shells: ChannelShells
  rights(name: string): Rights
}

export type ChannelShells = {
  readonly canary?: ShellManifest | undefined
  readonly stable?: ShellManifest | undefined
  readonly before?: ShellManifest | undefined
}

const NO_FACTS = { granted: [], owned: [] }

export const NO_VERSIONS: ChannelVersions = {
  remotes: [],
  canaries: new Map(),
  pointers: [],
  shells: {},
  rights: (name) => rightsOf(name, NO_FACTS, []),
}

/** The canary or stable shell of a browser. A shell that failed in it is skipped (M-SHELL-6). */
export const shellFor = (
  { shells: { canary, stable, before } }: ChannelVersions,
  picked: ReadonlySet<string>,
  failed: readonly string[],
): ShellManifest | undefined =>
  [picked.has(SHELL_NAME) ? canary : undefined, stable, before].find(
    (shell) => shell !== undefined && !failed.includes(shell.version),
  ) ?? stable

export const canariesFor = ({ pointers }: ChannelVersions, recipient: Recipient): ReadonlySet<string> =>
  new Set(
    pointers
      .filter((pointer) => pointer.candidate !== null && pickVersion(pointer, recipient) === pointer.candidate)
      .map(({ remote }) => remote),
  )

/**
 * Replaces the `picked` remotes by their canary versions. A remote with a canary version alone
 * comes last.
 */
export const remotesOf = ({ remotes, canaries }: ChannelVersions, picked: ReadonlySet<string>): ReleaseRemote[] => {
  const own = new Map([...canaries].filter(([name]) => picked.has(name)))
  const known = new Set(remotes.map(({ descriptor }) => descriptor.name))
  return [
    ...remotes.map((remote) => own.get(remote.descriptor.name) ?? remote),
    ...[...own].flatMap(([name, remote]) => (known.has(name) ? [] : remote)),
  ]
}

export type VersionSources = {
  /** Builds of the workspace. */
  readonly states: readonly ArtifactState[]
  readonly state: ChannelState | undefined
  readonly shell: ShellManifest | undefined
  readonly overrides: ReadonlyMap<string, string>
  readonly published?: { readonly live: LiveState; readonly channel: string }
}

/** M-REMOTE-2 M-CHANNEL-1 */
export const readChannelVersions = async ({
  states,
  state,
  shell,
  overrides,
  published,
}: VersionSources): Promise<ChannelVersions> => {
  const describe = async (name: string, version: string) => {
    const found = await published?.live.artifact(name, version)
    return found && { descriptor: found.descriptor, byContent: await published?.live.isNamedByContent(found) }
  }
  const built = states.flatMap((each) => descriptorOf(each) ?? [])
  const rights = (name: string) => rightsOf(name, state ?? NO_FACTS, built)
  const remote = (descriptor: Descriptor, facts: Partial<Pick<RemoteFacts, 'byContent' | 'fallback'>> = {}) =>
    releaseRemote(descriptor, {
      rights: rights(descriptor.name),
      override: overrides.get(descriptor.name),
      ...facts,
    })
  const promoted = new Map<string, ReleaseRemote>()
  const canaries = new Map<string, ReleaseRemote>()
  const pointers = state?.pointers.filter(({ channel }) => channel === published?.channel) ?? []
  for (const pointer of pointers.filter(({ remote: name }) => name !== SHELL_NAME)) {
    const { remote: name, version, candidate } = pointer
    const own = built.find((each) => each.name === name)?.version
    const before = state?.fallbacks.get(channelKey(pointer)) ?? own
    for (const [into, wanted, fallback] of [
      [promoted, version, before] as const,
      [canaries, candidate, version ?? own] as const,
    ]) {
      const found = wanted === null ? undefined : await describe(name, wanted)
      if (found) into.set(name, remote(found.descriptor, { ...found, fallback }))
    }
  }
  const ofBuilds = built.map((descriptor) => promoted.get(descriptor.name) ?? remote(descriptor))
  const known = new Set(built.map(({ name }) => name))
  const added = [...promoted].flatMap(([name, each]) => (known.has(name) ? [] : each))
  const shells = await readShells(pointers, { state, shell, published })
  return { remotes: [...ofBuilds, ...added], canaries, pointers, shells, rights }
}

/** M-SHELL-2 */
const readShells = async (
  pointers: readonly Pointer[],
  { state, shell, published }: Pick<VersionSources, 'state' | 'shell' | 'published'>,
): Promise<ChannelShells> => {
  const pointer = pointers.find(({ remote }) => remote === SHELL_NAME)
  if (!pointer) return { stable: shell }
  const read = async (version: string | null | undefined) =>
    version ? ((await published?.live.artifact(SHELL_NAME, version))?.shell ?? undefined) : undefined
  return {
    canary: await read(pointer.candidate),
    stable: (await read(pointer.version)) ?? shell,
    before: (await read(state?.fallbacks.get(channelKey(pointer)))) ?? shell,
  }
}

type RemoteFacts = {
  readonly rights: Rights
  readonly override: string | undefined
  /** Addresses its files without its version. Default: false. */
  readonly byContent?: boolean | undefined
  readonly fallback?: string | undefined
}

const releaseRemote = (
  descriptor: Descriptor,
  { rights, override, byContent, fallback }: RemoteFacts,
): ReleaseRemote => {
  const { name, version, token } = descriptor
  const tokenScopes = override === undefined ? grantedScopes(descriptor, rights) : undefined
  return {
    descriptor: withGranted(descriptor, rights),
    // The page may read the whole descriptor from the artifact, which asks for what it likes.
    ...(token && !rights.granted.has('token') && { trusted: false }),
    ...(tokenScopes && { tokenScopes }),
    baseUrl: remoteBase(name, version),
    ...(byContent === true && { filesUrl: remoteBase(name, ANY_VERSION) }),
    // A newer one was there before for a reason: an older one was promoted in its place.
    ...(fallback !== undefined && inRange(fallback, `<${version}`) && { fallback }),
    ...(override !== undefined && { override, fixed: true, trusted: true }),
  }
}

/**
 * Keeps a broken remote in the release when its own facts are readable. Its addresses and sidebar
 * entries stay, and a panel explains the failure (M-RELEASE-11).
 */
const descriptorOf = (state: ArtifactState) => {
  if (state.status === 'ready') return state.descriptor
  return state.known && unbuiltDescriptor(state.known)
}
