import { array, object, optional, string, type infer as Infer } from 'zod/mini'
import { artifactFileSchema, filePathSchema, versionSchema } from './descriptor.ts'

/** A module that the shell offers, and its files. */
export const providedModuleSchema = object({
  name: string(),
  version: versionSchema,
  files: array(filePathSchema),
  /** Names of exports. Absent when the build cannot know. */
  exports: optional(array(string())),
})

/** A contract, module or export that a later shell will drop. */
export const deprecationSchema = object({
  /** Range of contracts (`^1.0.0`): concerns remotes without another one. */
  contract: optional(string()),
  /** Shared module: concerns remotes that take it, or its `export`. */
  module: optional(string()),
  export: optional(string()),
  /** ISO 8601 day from which a shell may lack it. */
  until: optional(string()),
  instead: string(),
})
export type Deprecation = Infer<typeof deprecationSchema>

export const shellManifestSchema = object({
  version: versionSchema,
  /** Contract that it offers to remotes. */
  contract: versionSchema,
  /** Further contracts, so that remotes of two major versions can coexist. Default: none. */
  contracts: optional(array(versionSchema)),
  /** Contracts, modules and exports to leave (M-DOCTOR-3). Default: none. */
  deprecations: optional(array(deprecationSchema)),
  /** Runs before the first paint. */
  boot: filePathSchema,
  /**
   * HTML of pages with a session until the shell starts, with `%BRAND%` and `%TITLE%`. Without it
   * they are empty.
   */
  waitingPage: optional(string()),
  /** HTML of the shell's own pages until the shell starts, with `%BRAND%`. Without it they are empty. */
  ownPages: optional(object({ error: optional(string()), notFound: optional(string()) })),
  scripts: array(filePathSchema),
  styles: array(filePathSchema),
  /** Files that the entry needs on every page. The gateway preloads them. */
  preload: array(filePathSchema),
  /** Files of the chunk `http`, for remotes with `api: true`. Preloaded with their routes. */
  api: array(filePathSchema),
  /** Fonts of the first paint. */
  fonts: array(filePathSchema),
  files: array(artifactFileSchema),
  shared: array(providedModuleSchema),
})
export type ShellManifest = Infer<typeof shellManifestSchema>
