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

/** Kebab-case with `mfe-` first. Names the folder, address and container. */
export const remoteNameSchema = string().check(
  regex(/^mfe-[a-z0-9]+(-[a-z0-9]+)*$/, 'a remote is named mfe-<kebab-case>'),
)

/** Name of shells in publishing, promotions and reports. */
export const SHELL_NAME = 'host-shell'

/** A remote's name or {@link SHELL_NAME}. */
export const artifactNameSchema = string().check(
  regex(/^(host-shell|mfe-[a-z0-9]+(-[a-z0-9]+)*)$/, `a name is mfe-<kebab-case>, or ${SHELL_NAME}`),
)

/** Semver without build metadata. */
export const versionSchema = string().check(
  regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, 'a version is major.minor.patch'),
)

/** A channel points at one version of each remote; promotions move it. */
export const channelSchema = string().check(
  regex(CHANNEL_PATTERN, 'a channel is named with up to 40 lower-case letters, digits and hyphens'),
)

/** Relative path in an artifact, without `..`. */
export const filePathSchema = string().check(
  regex(/^(?!\/)(?!.*(^|\/)\.\.?(\/|$))[\w@.,~/+-]+$/, 'a file path is relative and stays inside the artifact'),
)

/** Subresource Integrity: `sha384-…` in base64. */
export const integritySchema = string().check(regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'integrity is sha384-<base64>'))

const pagePathSchema = string().check(regex(/^\/[\w\-/:*]*$/, 'a route path starts with /'))

/** Path below the API's base, with an optional query. */
const callPathSchema = string().check(
  regex(/^(\/[\w-]+)+(\?[\w.=&%-]+)?$/, 'a call is a path below the API, for example /emails'),
)

const idSchema = string().check(regex(/^[a-z0-9-]+$/))

/** A page of a remote. `id` names its route object in the remote's module. */
export const remoteRouteSchema = object({
  /** Unique among routes and widgets. Kebab-case. */
  id: idSchema,
  /** Absolute: `/app/main/analytics`. `session` routes lie below `/app`. */
  path: pagePathSchema,
  access: zEnum(['public', 'session']),
  /**
   * Roles that may open a `session` route (M-MEMBER-7). This hides a page; the API guards the data.
   * Default: everybody.
   */
  roles: optional(array(roleSchema).check(minLength(1), maxLength(8))),
  /** Document title and last breadcrumb, in Portuguese. */
  title: string(),
  /**
   * API calls of the first screen, at most 8. The page sends them while code loads, for a `session`
   * route of a remote with `api` and `token`. The HTTP client takes each answer once (M-SPEED-4).
   * Default: none.
   */
  calls: optional(array(callPathSchema).check(maxLength(8))),
  /** Slots for widgets of other remotes. Kebab-case, at most 8. Default: none. */
  slots: optional(array(idSchema).check(maxLength(8))),
})
export type RemoteRoute = Infer<typeof remoteRouteSchema>

/** A part of a remote for a slot of another remote's page (M-REMOTE-12). */
export const widgetSchema = object({
  /** Unique among routes and widgets. Kebab-case; names its object in the module. */
  id: idSchema,
  /** `<remote>/<route id>/<slot>`: `mfe-analytics/analytics/end`. */
  slot: string().check(regex(/^mfe-[a-z0-9-]+\/[a-z0-9-]+\/[a-z0-9-]+$/, 'a slot is <remote>/<route>/<slot>')),
  /** Shown when the widget cannot load, in Portuguese. */
  title: string(),
})
export type RemoteWidget = Infer<typeof widgetSchema>

/** Full names of a route's slots. */
export const slotsOf = (name: string, { id, slots = [] }: RemoteRoute): string[] =>
  slots.map((slot) => `${name}/${id}/${slot}`)

const sidebarLinkSchema = object({ label: string(), path: pagePathSchema })

/** `icon`: a name of the shell's icon set. Unknown names show no icon. */
export const sidebarEntrySchema = object({
  label: string(),
  path: pagePathSchema,
  icon: optional(string()),
  children: optional(array(sidebarLinkSchema)),
  /** Shown only with the operator's setting `showDemo`. Default: false. */
  demo: optional(boolean()),
})
export type SidebarEntry = Infer<typeof sidebarEntrySchema>

/** Any of {@link API_SCOPES}. */
export const apiScopesSchema = array(zEnum(API_SCOPES)).check(maxLength(8))
/** Any of {@link REMOTE_SCOPES}. */
export const tokenScopesSchema = array(zEnum(REMOTE_SCOPES)).check(maxLength(8))

/** `remote.json` as a team writes it. */
export const sourceDescriptorSchema = object({
  name: remoteNameSchema,
  version: versionSchema,
  /** The responsible team. Operators see it with each failure. */
  owner: string(),
  /** Range of {@link CONTRACT_VERSION}: `^1.0.0`. */
  contract: string(),
  /** Receives a token. Without it, the remote knows only who is signed in. */
  token: boolean(),
  /** Calls the API: its context gets an HTTP client. */
  api: boolean(),
  /** Older name of `tokenScopes`, before contract 1.13. */
  apiScopes: optional(apiScopesSchema),
  /** Parts of the API that the remote's token opens. Default: `apiScopes`, or all. */
  tokenScopes: optional(tokenScopesSchema),
  routes: array(remoteRouteSchema),
  sidebar: array(sidebarEntrySchema),
  /** Parts for pages of other remotes, at most 8. An operator grants them (M-GRANT-1). Default: none. */
  widgets: optional(array(widgetSchema).check(maxLength(8))),
  /** Upper size limits. The build and the promotion check them. */
  budget: optional(budgetSchema),
})
export type SourceDescriptor = Infer<typeof sourceDescriptorSchema>

export const artifactFileSchema = object({
  path: filePathSchema,
  /** Before compression. */
  bytes: int().check(nonnegative()),
  integrity: integritySchema,
})
export type ArtifactFile = Infer<typeof artifactFileSchema>

/** Folder of declarations, with a trailing slash. */
export const TYPES_FOLDER = 'types/'

const MAX_DECLARATION_BYTES = 131_072
const MAX_DECLARATIONS = 32

/** `types/<module>.d.ts` and their imports (M-PUBLISH-10). */
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

/** The remote takes it from the page when the version is in range. */
export const sharedModuleSchema = object({
  name: string(),
  version: versionSchema,
  requiredVersion: string(),
  /** Used exports. Absent when the build cannot know. */
  exports: optional(array(string())),
})
export type SharedModule = Infer<typeof sharedModuleSchema>

/** Rendered by the build. The gateway fills in `%BRAND%` and `%ORIGIN%`. */
export const prerenderedPageSchema = object({
  /** Content of the root element. */
  html: filePathSchema,
  /** Additions to the head: meta tags, structured data. */
  head: optional(filePathSchema),
})
export type PrerenderedPage = Infer<typeof prerenderedPageSchema>

/** Names of the element that portals write. The gate compares later versions with them (M-GATE-11). */
export const embedSurfaceSchema = object({
  /** Allowed words per attribute. Empty: any text. */
  attributes: record(string(), array(string())),
  /** Properties without an attribute. */
  properties: array(string()),
  events: array(string()),
  /** For `::part(…)`. */
  parts: array(string()),
  customProperties: array(string()),
})
export type EmbedSurface = Infer<typeof embedSurfaceSchema>

/**
 * The remote for pages without our shell. Its files lie in `embed/` and in no other list, so our
 * pages do not carry them.
 */
export const embedSchema = object({
  /** An ES module, always `embed/embed.js`: portals paste its address. */
  entry: filePathSchema,
  files: array(artifactFileSchema),
  /** Absent in older builds. */
  surface: optional(embedSurfaceSchema),
})

/** Added by the build. */
export const artifactSchema = object(
  {
    /** File of the federation container. */
    entry: filePathSchema,
    /** Global name of the container. ES modules set no global. */
    container: string().check(regex(/^[a-z_][a-z0-9_]*$/)),
    /** Key of the exposed module. */
    module: string().check(minLength(1)),
    /**
     * `own`: the container takes shared modules alone from the page. Absent: it may use the page's
     * federation runtime (builds before contract 1.2).
     */
    runtime: optional(zEnum(['own'])),
    /**
     * `module`: the entry is an ES module that exports the container (M-RELEASE-15), from contract
     * 1.7. Absent: a script.
     */
    format: optional(zEnum(['module'])),
    /** All exposed modules. Default: `module` alone. */
    modules: optional(array(string().check(minLength(1)))),
    files: array(artifactFileSchema),
    shared: array(sharedModuleSchema),
    /**
     * Declarations for other teams: `types/table.d.ts` describes `./table`. Pages do not carry
     * them. Default: none.
     */
    types: optional(declarationsSchema),
    /** Files per route and widget in loading order. The gateway preloads them. */
    routeFiles: record(string(), array(filePathSchema)),
    /** Pages without scripts, by route id. */
    prerendered: optional(record(string(), prerenderedPageSchema)),
    /** Absent without an embed. */
    embed: optional(embedSchema),
  },
  'no build: name the folder that the bundler wrote, and not the sources',
)
export type Artifact = Infer<typeof artifactSchema>

/**
 * `GET /embed/<name>/<channel|version>/embed.json`: the version, and hashes of its files.
 * Paths are relative to `/embed/<name>/<version>/`.
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

/** `dist/remote.json`: static facts of a built remote. */
export const descriptorSchema = object({ ...sourceDescriptorSchema.shape, artifact: artifactSchema })
export type Descriptor = Infer<typeof descriptorSchema>
