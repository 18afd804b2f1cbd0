import {
  array,
  boolean,
  enum as zEnum,
  int,
  maxLength,
  minLength,
  nonnegative,
  object,
  optional,
  record,
  refine,
  regex,
  string,
  type infer as Infer,
} from 'zod/mini'
import { API_SCOPES, REMOTE_SCOPES } from './api-scopes.ts'
import { budgetSchema } from './budget.ts'
import { CHANNEL_PATTERN } from './channels.ts'
import { roleSchema } from './roles.ts'

/** A remote's name: kebab-case, `mfe-` first. It names its folder, its address and its federation container. */
export const remoteNameSchema = string().check(
  regex(/^mfe-[a-z0-9]+(-[a-z0-9]+)*$/, 'a remote is named mfe-<kebab-case>'),
)

/** The name under which shells are published, promoted and reported. */
export const SHELL_NAME = 'host-shell'

/** The name of what can be published: a remote's, or {@link SHELL_NAME}. */
export const artifactNameSchema = string().check(
  regex(/^(host-shell|mfe-[a-z0-9]+(-[a-z0-9]+)*)$/, `a name is mfe-<kebab-case>, or ${SHELL_NAME}`),
)

/** A version: semver without build metadata. */
export const versionSchema = string().check(
  regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, 'a version is major.minor.patch'),
)

/** A channel's name. A channel points at one version of each remote; promotions move it. */
export const channelSchema = string().check(
  regex(CHANNEL_PATTERN, 'a channel is named with up to 40 lower-case letters, digits and hyphens'),
)

/** A path inside an artifact: relative, no `..`, no leading slash. */
export const filePathSchema = string().check(
  regex(/^(?!\/)(?!.*(^|\/)\.\.?(\/|$))[\w@.,~/+-]+$/, 'a file path is relative and stays inside the artifact'),
)

/** A Subresource Integrity value, `sha384-…` in base64. */
export const integritySchema = string().check(regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'integrity is sha384-<base64>'))

const pagePathSchema = string().check(regex(/^\/[\w\-/:*]*$/, 'a route path starts with /'))

/** A call to the API: a path below its base address, with or without a query. */
const callPathSchema = string().check(
  regex(/^(\/[\w-]+)+(\?[\w.=&%-]+)?$/, 'a call is a path below the API, for example /emails'),
)

const idSchema = string().check(regex(/^[a-z0-9-]+$/))

/** A page of a remote. `id` names the route object that the remote's module gives back for it. */
export const remoteRouteSchema = object({
  /** Unique among the remote's routes and widgets, kebab-case. */
  id: idSchema,
  /** Absolute, for example `/app/main/analytics`. `session` routes lie under `/app`. */
  path: pagePathSchema,
  access: zEnum(['public', 'session']),
  /**
   * The roles of people who may open a `session` route; others are shown that it is not for them (M-MEMBER-7). It hides a page
   * and guards no data: the API does. Default: everybody.
   */
  roles: optional(array(roleSchema).check(minLength(1), maxLength(8))),
  /** Title of the document and last step of the breadcrumb, in Portuguese. */
  title: string(),
  /**
   * The calls that the route's first screen makes as it opens: the paths that its HTTP client gets, at most 8. The page
   * sends them while the code is still loading, if the remote has `api` and `token` and the route is a `session` route,
   * and the client takes each answer once (M-SPEED-4). Default: none.
   */
  calls: optional(array(callPathSchema).check(maxLength(8))),
  /** The slots that the route's screen has for widgets of other remotes, kebab-case, at most 8. Default: none. */
  slots: optional(array(idSchema).check(maxLength(8))),
})
export type RemoteRoute = Infer<typeof remoteRouteSchema>

/** A part of a remote that is shown in a slot of another remote's page (M-REMOTE-12). */
export const widgetSchema = object({
  /** Unique among the remote's routes and widgets, kebab-case; names the object that `activate` returns for it. */
  id: idSchema,
  /** The slot's address, `<remote>/<route id>/<slot>`, as in `mfe-analytics/analytics/end`. */
  slot: string().check(regex(/^mfe-[a-z0-9-]+\/[a-z0-9-]+\/[a-z0-9-]+$/, 'a slot is <remote>/<route>/<slot>')),
  /** Names the widget where it cannot be shown, in Portuguese. */
  title: string(),
})
export type RemoteWidget = Infer<typeof widgetSchema>

/** The addresses of the slots that a route of the remote `name` has. */
export const slotsOf = (name: string, { id, slots = [] }: RemoteRoute): string[] =>
  slots.map((slot) => `${name}/${id}/${slot}`)

const sidebarLinkSchema = object({ label: string(), path: pagePathSchema })

/** An entry of the sidebar. `icon` is a name from the shell's icon set; an unknown one shows none. */
export const sidebarEntrySchema = object({
  label: string(),
  path: pagePathSchema,
  icon: optional(string()),
  children: optional(array(sidebarLinkSchema)),
  /** Demonstration: shown only where the operator's configuration says so (`showDemo`). Default: false. */
  demo: optional(boolean()),
})
export type SidebarEntry = Infer<typeof sidebarEntrySchema>

/** Parts of the API: none, or any of {@link API_SCOPES}. */
export const apiScopesSchema = array(zEnum(API_SCOPES)).check(maxLength(8))
/** The same of {@link REMOTE_SCOPES}. */
export const tokenScopesSchema = array(zEnum(REMOTE_SCOPES)).check(maxLength(8))

/** The descriptor that a team writes: `remote.json` in the remote's folder, before the build. */
export const sourceDescriptorSchema = object({
  name: remoteNameSchema,
  version: versionSchema,
  /** The team that answers for it; the operator sees it beside each failure. */
  owner: string(),
  /** Range of {@link CONTRACT_VERSION} it was built for, for example `^1.0.0`. */
  contract: string(),
  /** True where the remote receives a token. Without it, it learns who is signed in, never a token. */
  token: boolean(),
  /** True where the remote calls the API. Only then does its context have an HTTP client. */
  api: boolean(),
  /** The older name of `tokenScopes`, which builds before contract 1.13 have. */
  apiScopes: optional(apiScopesSchema),
  /** The parts of the API that the remote's own token opens. Default: those of `apiScopes`, else all of it. */
  tokenScopes: optional(tokenScopesSchema),
  routes: array(remoteRouteSchema),
  sidebar: array(sidebarEntrySchema),
  /** Parts for pages of other remotes, at most 8. An operator grants them (M-GRANT-1). Default: none. */
  widgets: optional(array(widgetSchema).check(maxLength(8))),
  /** Upper limits of the remote's sizes; a build above one fails, and a version above one is not promoted. */
  budget: optional(budgetSchema),
})
export type SourceDescriptor = Infer<typeof sourceDescriptorSchema>

/** One file of an artifact. */
export const artifactFileSchema = object({
  path: filePathSchema,
  /** Size as built, before compression. */
  bytes: int().check(nonnegative()),
  integrity: integritySchema,
})
export type ArtifactFile = Infer<typeof artifactFileSchema>

/** Folder of an artifact's declarations, with a trailing slash. */
export const TYPES_FOLDER = 'types/'

/** The largest declaration file, in bytes. */
const MAX_DECLARATION_BYTES = 131_072
/** The largest number of declaration files of an artifact. */
const MAX_DECLARATIONS = 32

/** Declarations of an artifact, `types/<module>.d.ts` and what they import from there (M-PUBLISH-10). */
export const declarationsSchema = array(
  object({
    path: filePathSchema.check(regex(/^types\/.+\.d\.ts$/, 'declarations are types/*.d.ts')),
    bytes: int().check(
      nonnegative(),
      refine((bytes) => bytes <= MAX_DECLARATION_BYTES, `a declaration has at most ${MAX_DECLARATION_BYTES} bytes`),
    ),
    integrity: integritySchema,
  }),
).check(maxLength(MAX_DECLARATIONS))

/** A module that a remote takes from the page when the page has it in range. */
export const sharedModuleSchema = object({
  name: string(),
  version: versionSchema,
  requiredVersion: string(),
  /** Names of its exports that the remote's code uses. Absent where the build cannot tell. */
  exports: optional(array(string())),
})
export type SharedModule = Infer<typeof sharedModuleSchema>

/** A page rendered at build time: files of the artifact. `%BRAND%` and `%ORIGIN%` in them are filled in when served. */
export const prerenderedPageSchema = object({
  /** The content of the page's root element. */
  html: filePathSchema,
  /** Additions to the page's head: meta tags, structured data. */
  head: optional(filePathSchema),
})
export type PrerenderedPage = Infer<typeof prerenderedPageSchema>

/**
 * The names of an embed's element that portals write down. A build records them in its descriptor, and the gate holds
 * later versions to them (M-GATE-11).
 */
export const embedSurfaceSchema = object({
  /** The words that each attribute takes; empty for one that takes any text. */
  attributes: record(string(), array(string())),
  /** Properties that are no attributes. */
  properties: array(string()),
  events: array(string()),
  /** For `::part(…)`. */
  parts: array(string()),
  customProperties: array(string()),
})
export type EmbedSurface = Infer<typeof embedSurfaceSchema>

/**
 * The form of a remote for pages without our shell: a script with all that it needs, and what it loads later. Its
 * files lie in `embed/` of the artifact and are in no other list, so that our own pages do not carry them.
 */
export const embedSchema = object({
  /** An ES module; always `embed/embed.js`, so that its address can be pasted into a page. */
  entry: filePathSchema,
  files: array(artifactFileSchema),
  /** The surface of its element; absent in builds that record none. */
  surface: optional(embedSurfaceSchema),
})

/** The part of a descriptor that the build adds. */
export const artifactSchema = object(
  {
    /** The federation container's file. */
    entry: filePathSchema,
    /** Its global name, a JavaScript identifier; a module leaves nothing under it. */
    container: string().check(regex(/^[a-z_][a-z0-9_]*$/)),
    /** The exposed module's key. */
    module: string().check(minLength(1)),
    /**
     * `own`: the container needs nothing of the page but shared modules. Absent: it may take the runtime of Module
     * Federation from the page, as builds before contract 1.2 do.
     */
    runtime: optional(zEnum(['own'])),
    /**
     * `module`: the entry is an ES module that exports the container, and its later scripts are modules (M-RELEASE-15). It needs a
     * shell of contract 1.7. Absent: the entry is a script, which leaves the container under the name `container`.
     */
    format: optional(zEnum(['module'])),
    /** Keys of all exposed modules, for pages that take others than `module`. Default: `module` alone. */
    modules: optional(array(string().check(minLength(1)))),
    files: array(artifactFileSchema),
    shared: array(sharedModuleSchema),
    /**
     * Declarations of exposed modules, for the editors and the CI of other teams: `./table` has `types/table.d.ts`. They are in no
     * other list, so that pages do not carry them. Default: none.
     */
    types: optional(declarationsSchema),
    /** Files that each route and each widget (by id) needs beyond the entry, in loading order; the gateway preloads them. */
    routeFiles: record(string(), array(filePathSchema)),
    /** Pages that can be shown before any script runs, by route id. */
    prerendered: optional(record(string(), prerenderedPageSchema)),
    /** For pages of others; absent when the remote has no such form. */
    embed: optional(embedSchema),
  },
  'no build: name the folder that the bundler wrote, and not the sources',
)
export type Artifact = Infer<typeof artifactSchema>

/**
 * Answer of `GET /embed/<name>/<channel|version>/embed.json`: which version an address leads to, and the hashes that
 * its files are held to. Paths are relative to `/embed/<name>/<version>/`.
 */
export const embedManifestSchema = object({
  name: remoteNameSchema,
  version: versionSchema,
  entry: filePathSchema,
  /** The hash of the entry. */
  integrity: integritySchema,
  files: array(artifactFileSchema),
})
export type EmbedManifest = Infer<typeof embedManifestSchema>

/** The static facts of one built remote: `dist/remote.json`. */
export const descriptorSchema = object({ ...sourceDescriptorSchema.shape, artifact: artifactSchema })
export type Descriptor = Infer<typeof descriptorSchema>
