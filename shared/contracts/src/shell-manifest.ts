import { array, object, optional, string, type infer as Infer } from 'zod/mini'
import { artifactFileSchema, filePathSchema, versionSchema } from './descriptor.ts'

/** A module that the shell offers to all remotes, and the files in which it comes. */
export const providedModuleSchema = object({
  name: string(),
  version: versionSchema,
  files: array(filePathSchema),
  /** Names of its exports. Absent where the build cannot tell. */
  exports: optional(array(string())),
})

/** Something that the shell still offers, and that a later one will not. It names a contract, a module, or an export of a module. */
export const deprecationSchema = object({
  /** A range of contracts, for example `^1.0.0`: concerns remotes that accept no other one. */
  contract: optional(string()),
  /** A shared module: concerns remotes that take it, or `export` of it. */
  module: optional(string()),
  export: optional(string()),
  /** ISO 8601 day from which on a shell may lack it. */
  until: optional(string()),
  /** The replacement, in a few words. */
  instead: string(),
})
export type Deprecation = Infer<typeof deprecationSchema>

/** The manifest of the built shell: `dist/shell.json`. */
export const shellManifestSchema = object({
  version: versionSchema,
  /** The version of the contract that it offers to remotes. */
  contract: versionSchema,
  /** Versions of other contracts that it offers besides, so that remotes of two majors live side by side. Default: none. */
  contracts: optional(array(versionSchema)),
  /** Contracts, modules and exports that remotes should leave (M-DOCTOR-3). Default: none. */
  deprecations: optional(array(deprecationSchema)),
  /** Runs before the first paint. */
  boot: filePathSchema,
  /**
   * HTML that stands at a page with a session until the shell has started, with the placeholders `%BRAND%` and
   * `%TITLE%`. Without it the page is empty until then.
   */
  waitingPage: optional(string()),
  /**
   * HTML with the words of the shell's own pages, which stands in them until the shell has started, with the placeholder
   * `%BRAND%`. A page without it is empty until then.
   */
  ownPages: optional(object({ error: optional(string()), notFound: optional(string()) })),
  /** The entry's scripts, in order. */
  scripts: array(filePathSchema),
  styles: array(filePathSchema),
  /** Files that the entry loads next on every page; the gateway preloads them. */
  preload: array(filePathSchema),
  /**
   * Files of the chunk `http`, which the shell loads for a remote with `api: true`; preloaded with the routes
   * of such a remote.
   */
  api: array(filePathSchema),
  /** Fonts that the first paint needs. */
  fonts: array(filePathSchema),
  files: array(artifactFileSchema),
  shared: array(providedModuleSchema),
})
export type ShellManifest = Infer<typeof shellManifestSchema>
