import { array, object, optional, string, type infer as Infer } from 'zod/mini'
import { publicConfigSchema } from './config.ts'
import { artifactFileSchema, descriptorSchema } from './descriptor.ts'

/** One remote of a release. */
export const releaseRemoteSchema = object({
  descriptor: descriptorSchema,
  /** Where its files lie, with a trailing slash: `/remotes/mfe-analytics/1.4.0/` or an absolute address. */
  baseUrl: string(),
  /**
   * Set when the remote is served from elsewhere (development): its `remote.json` is fetched from there on
   * activation and takes the place of `descriptor`, which until then says the routes.
   */
  override: optional(string()),
})
export type ReleaseRemote = Infer<typeof releaseRemoteSchema>

/** The coherent set of artifacts, with the public configuration, that one browser session gets. */
export const releaseSchema = object({
  /** Changes whenever any part of the release does. */
  id: string(),
  config: publicConfigSchema,
  /** The shell's own files, so that what it loads later is held to its hash like any remote's. */
  shell: object({ baseUrl: string(), files: array(artifactFileSchema) }),
  remotes: array(releaseRemoteSchema),
})
export type Release = Infer<typeof releaseSchema>

/** Id of the `<script type="application/json">` that carries the release in the page. */
export const RELEASE_ELEMENT_ID = 'atalaia-release'
