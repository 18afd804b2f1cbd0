import { array, boolean, object, optional, string, type infer as Infer } from 'zod/mini'
import { publicConfigSchema } from './config.ts'
import {
  artifactFileSchema,
  descriptorSchema,
  integritySchema,
  remoteNameSchema,
  tokenScopesSchema,
  versionSchema,
} from './descriptor.ts'
import { inRange } from './range.ts'

export const releaseRemoteSchema = object({
  descriptor: descriptorSchema,
  /** Base address of its files: `/remotes/mfe-analytics/1.4.0/` or absolute. */
  baseUrl: string(),
  /**
   * Base address of files with a content hash: `/remotes/mfe-analytics/-/`. Default: `baseUrl`,
   * which always has `remote.json`.
   */
  filesUrl: optional(string()),
  /**
   * Set for a remote from elsewhere (development). `descriptor` comes from there; the page fetches
   * `remote.json` again at activation, to get newer builds.
   */
  override: optional(string()),
  /** The gateway's setting makes this override: browsers cannot remove it. Default: false. */
  fixed: optional(boolean()),
  /**
   * The remote may get the session's token. `false`: no grant of an operator, or no consent of the
   * person; a page with a session must not run such an override. Absent: no token wanted.
   */
  trusted: optional(boolean()),
  /** Granted parts of the API, when the descriptor wants more. Absent: no limit. */
  tokenScopes: optional(tokenScopesSchema),
  /**
   * Hash of `remote.json` below `baseUrl`. Set when the page carries no files of the remote;
   * activation fetches and checks them.
   */
  sealed: optional(integritySchema),
  /** The whole descriptor, when the page carries only the files of its own routes. Cacheable for ever. */
  rest: optional(object({ url: string(), integrity: integritySchema })),
  /**
   * Previous version of the channel, for a browser without its own fallback version. Its descriptor
   * lies below `GATEWAY_ADDRESSES.fallbacks`.
   */
  fallback: optional(versionSchema),
})
export type ReleaseRemote = Infer<typeof releaseRemoteSchema>

/** Address of a release's index ({@link remoteIndexSchema}). */
export const releaseIndexSchema = object({
  /** On the page's origin. Named by content and cacheable for ever. */
  url: string(),
  integrity: integritySchema,
  /** Remotes whose canary version this browser gets. Default: none. */
  canaries: optional(array(remoteNameSchema)),
})
export type ReleaseIndex = Infer<typeof releaseIndexSchema>

/** Sealed remotes of a large release, stable and canary versions. */
export const remoteIndexSchema = object({
  remotes: array(releaseRemoteSchema),
  canaries: array(releaseRemoteSchema),
})
export type RemoteIndex = Infer<typeof remoteIndexSchema>

/** Shells of older contracts get all remotes in the page. */
const INDEX_CONTRACT = '1.9.0'

/** True when a shell with `contract` reads the index. */
export const readsIndex = (contract: string): boolean => inRange(contract, `>=${INDEX_CONTRACT}`)

/** Shells of older contracts get all files of a page's own remotes in the page. */
const REST_CONTRACT = '1.17.0'
export const readsRest = (contract: string): boolean => inRange(contract, `>=${REST_CONTRACT}`)

/** Artifacts and public configuration of one browser session. */
export const releaseSchema = object({
  /** Changes with any part of the release. */
  id: string(),
  config: publicConfigSchema,
  /** Files of the shell with hashes, for later loads. */
  shell: object({ baseUrl: string(), files: array(artifactFileSchema) }),
  /** All remotes. With `index`, only remotes that the page needs at once. */
  remotes: array(releaseRemoteSchema),
  /** File with the remaining remotes (M-RELEASE-17). Absent: `remotes` is complete. */
  index: optional(releaseIndexSchema),
  /** The page may use overrides and show the developers' panel. Default: false. */
  developer: optional(boolean()),
  /** ISO 8601 end of the overrides. Absent without an end. */
  overridesUntil: optional(string()),
  /**
   * The gateway answers `GET /-/release` and `POST /-/reports`. Absent in tests, exports and older
   * gateways.
   */
  live: optional(boolean()),
})
export type Release = Infer<typeof releaseSchema>

/** All remotes in the order of the release. The page's own entries win. */
export const withIndex = ({ remotes: own, index }: Release, { remotes, canaries }: RemoteIndex): ReleaseRemote[] => {
  const picked = canaries.filter(({ descriptor }) => index?.canaries?.includes(descriptor.name))
  const inPlace = new Map([...picked, ...own].map((remote) => [remote.descriptor.name, remote]))
  const known = new Set(remotes.map(({ descriptor }) => descriptor.name))
  return [
    ...remotes.map((remote) => inPlace.get(remote.descriptor.name) ?? remote),
    ...[...inPlace.values()].filter(({ descriptor }) => !known.has(descriptor.name)),
  ]
}

/** Answer of `GET /-/release`. */
export const currentReleaseSchema = object({ id: string() })

/** Id of the `<script type="application/json">` with the release. */
export const RELEASE_ELEMENT_ID = 'atalaia-release'

/** Id of the element about a failed shell start. The shell removes it. */
export const START_FAILURE_ELEMENT_ID = 'atalaia-start-failure'

/** Version of the shell, on the root element of the page. Reports use it (M-SHELL-5). */
export const SHELL_VERSION_ATTRIBUTE = 'data-shell'

/** Marks the content of the root until the code runs. Empty or {@link WAITING_WHOLE}. */
export const WAITING_ATTRIBUTE = 'data-waiting'

/** The waiting content is the page's own text: only the page replaces it. */
export const WAITING_WHOLE = 'whole'
