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

/** One remote of a release. */
export const releaseRemoteSchema = object({
  descriptor: descriptorSchema,
  /** Base address of its files, with a trailing slash: `/remotes/mfe-analytics/1.4.0/` or an absolute address. */
  baseUrl: string(),
  /**
   * Base address of its scripts, styles and other files, when they are addressed without its version because they are
   * named by their content: `/remotes/mfe-analytics/-/`. Default: `baseUrl`, under which `remote.json` always is.
   */
  filesUrl: optional(string()),
  /**
   * Set when the remote is served from elsewhere (development): `descriptor` is then what the gateway found there,
   * and `remote.json` is fetched once more on activation, so that what was built since takes its place.
   */
  override: optional(string()),
  /** The override is the gateway's own setting, so that no browser can take it back. Default: false. */
  fixed: optional(boolean()),
  /**
   * True where the remote may have the session's token if its descriptor asks for it. `false`: an operator has not granted
   * it, or, for an override, the person has not agreed; a page with a session must not run such an override, and is asked
   * for again. Absent where neither is asked.
   */
  trusted: optional(boolean()),
  /** The parts of the API that an operator has granted, where the remote's descriptor may ask for more. Absent: no limit. */
  tokenScopes: optional(tokenScopesSchema),
  /**
   * Set when `descriptor.artifact` comes without its files, because the page leads elsewhere: the hash of
   * `remote.json` under `baseUrl`, which is fetched on activation and held to it.
   */
  sealed: optional(integritySchema),
  /**
   * The version that all browsers of the channel got before this one, and that replaces it in a browser which knows no
   * fallback version itself. Its descriptor is below `GATEWAY_ADDRESSES.fallbacks`.
   */
  fallback: optional(versionSchema),
})
export type ReleaseRemote = Infer<typeof releaseRemoteSchema>

/** The address of a release's index, whose content is {@link remoteIndexSchema}. */
export const releaseIndexSchema = object({
  /** On the page's origin; names the content, so that it can be kept for ever. */
  url: string(),
  integrity: integritySchema,
  /** The remotes of which this browser gets the canary version. Default: none. */
  canaries: optional(array(remoteNameSchema)),
})
export type ReleaseIndex = Infer<typeof releaseIndexSchema>

/** The remotes of a large release, sealed, as all browsers get them, and the canary versions, which some get. */
export const remoteIndexSchema = object({
  remotes: array(releaseRemoteSchema),
  canaries: array(releaseRemoteSchema),
})
export type RemoteIndex = Infer<typeof remoteIndexSchema>

/** The first contract whose shells read `index` of a release. Others get all remotes in the page. */
const INDEX_CONTRACT = '1.9.0'

/** True where a shell that offers `contract` reads the index of a release. */
export const readsIndex = (contract: string): boolean => inRange(contract, `>=${INDEX_CONTRACT}`)

/** The coherent set of artifacts, with the public configuration, that one browser session gets. */
export const releaseSchema = object({
  /** Changes whenever any part of the release does. */
  id: string(),
  config: publicConfigSchema,
  /** The shell's own files, so that what it loads later is held to its hash like any remote's. */
  shell: object({ baseUrl: string(), files: array(artifactFileSchema) }),
  /** All remotes; with `index`, those alone that the page cannot wait for. */
  remotes: array(releaseRemoteSchema),
  /** The file of the other remotes of a large release (M-RELEASE-17). Absent: `remotes` has all. */
  index: optional(releaseIndexSchema),
  /** True where the page may have overrides and show the developers' panel. Default: false. */
  developer: optional(boolean()),
  /** ISO 8601 instant at which this page's overrides end; absent when they do not end by themselves. */
  overridesUntil: optional(string()),
  /**
   * `true` from a gateway that answers `GET /-/release` and `POST /-/reports`. Without it the page asks neither: a
   * test, an export or an older gateway serves it.
   */
  live: optional(boolean()),
})
export type Release = Infer<typeof releaseSchema>

/**
 * All remotes of a release, in its order: those of the index, of which the page's own take the place, then those that the
 * index lacks.
 */
export const withIndex = ({ remotes: own, index }: Release, { remotes, canaries }: RemoteIndex): ReleaseRemote[] => {
  const picked = canaries.filter(({ descriptor }) => index?.canaries?.includes(descriptor.name))
  const inPlace = new Map([...picked, ...own].map((remote) => [remote.descriptor.name, remote]))
  const known = new Set(remotes.map(({ descriptor }) => descriptor.name))
  return [
    ...remotes.map((remote) => inPlace.get(remote.descriptor.name) ?? remote),
    ...[...inPlace.values()].filter(({ descriptor }) => !known.has(descriptor.name)),
  ]
}

/** Answer of `GET /-/release`: the id of the release that this browser would get now. */
export const currentReleaseSchema = object({ id: string() })

/** Id of the `<script type="application/json">` that carries the release in the page. */
export const RELEASE_ELEMENT_ID = 'atalaia-release'

/** Id of the element that says, in a page whose shell cannot start, that it did not. The shell removes it as it starts. */
export const START_FAILURE_ELEMENT_ID = 'atalaia-start-failure'

/** Attribute of the page's root element: the version of its shell, by which its start is reported (M-SHELL-5). */
export const SHELL_VERSION_ATTRIBUTE = 'data-shell'

/** Attribute of what stands in the page's root until its code is there. Its value is empty, or {@link WAITING_WHOLE}. */
export const WAITING_ATTRIBUTE = 'data-waiting'

/** Value of {@link WAITING_ATTRIBUTE} where the words of the page itself stand: nothing but the page takes their place. */
export const WAITING_WHOLE = 'whole'
