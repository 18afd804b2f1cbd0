import { contentPolicy, fields } from '@atalaia/server'

/** The frame of Google's Maps Embed API; scripts and pictures in it are under its own policy. */
const GOOGLE_MAPS_FRAME = 'https://www.google.com/maps/embed/'

/** The inline styles and scripts of a page, as values for `style-src` and `script-src`. */
export type InlineHashes = { readonly styleHashes: readonly string[]; readonly scriptHashes: readonly string[] }

/**
 * The policies of Trusted Types that a page may make (M-RELEASE-13): the shell's own, and the one in which Highcharts
 * parses its labels into a document that runs nothing. Each copy of Highcharts makes its own.
 */
const TRUSTED_TYPES = ['default', 'highcharts', "'allow-duplicates'"]

export type PolicyOptions = {
  readonly production: boolean
  /** The API's base address in the browser; `null` when there is no backend. */
  readonly apiUrl: string | null
  /** Addresses from which this page takes remotes. */
  readonly overrides: readonly string[]
  /** Whether a page may frame Google's maps. */
  readonly googleMaps: boolean
  /** Names of further policies of Trusted Types, which the operator lets libraries of remotes make. */
  readonly trustedTypes: readonly string[]
}

/** The setting of `PolicyOptions.trustedTypes`: names as `trusted-types` of a content security policy has them; `default` is the shell's own. */
export const trustedTypesSetting = fields.list.transform((names = [], context) => {
  for (const name of names)
    if (!/^[\w\-#=/@.%]{1,100}$/.test(name) || name === 'default')
      context.addIssue(`"${name}" must be a name of letters, digits and -#=_/@.%, and not "default"`)
  return names
})

/** The origin of an API that is not below the pages' own. */
const originsOf = (apiUrl: string | null): readonly string[] =>
  apiUrl !== null && URL.canParse(apiUrl) ? [new URL(apiUrl).origin] : []

/** The policy of a page: no `eval`, and of inline scripts those alone whose hashes stand in it (M-RELEASE-12). */
export const pagePolicy = (
  page: InlineHashes,
  { apiUrl, overrides, googleMaps, trustedTypes }: PolicyOptions,
): string => {
  const foreign = [...new Set(overrides.map((address) => new URL(address).origin))]
  // A development server tells its page over a web socket what changed.
  const sockets = foreign.map((origin) => origin.replace(/^http/, 'ws'))
  return contentPolicy({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...foreign, ...page.scriptHashes],
    'style-src': ["'self'", ...page.styleHashes, ...foreign],
    'img-src': ["'self'", 'data:', 'blob:', ...foreign],
    'font-src': ["'self'", ...foreign],
    'connect-src': ["'self'", ...originsOf(apiUrl), ...foreign, ...sockets],
    ...(googleMaps && { 'frame-src': [GOOGLE_MAPS_FRAME] }),
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [...TRUSTED_TYPES, ...trustedTypes],
  })
}

/** The policy of a page without a script, whose one stylesheet has this hash. */
export const scriptlessPolicy = (styleHash: string): string =>
  contentPolicy({
    'default-src': ["'none'"],
    'style-src': [styleHash],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
    'frame-ancestors': ["'none'"],
  })

/** The policy of the page that shows an embed in a frame of `portal`, an origin. `own`: the gateway's sources. */
export const framePolicy = (portal: string, own: readonly string[]): string =>
  contentPolicy({
    'default-src': ["'none'"],
    'script-src': own,
    'connect-src': own,
    'img-src': ['blob:', 'data:'],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['highcharts', "'allow-duplicates'"],
    'frame-ancestors': [portal],
  })

/**
 * The policy of a script, which holds where a page starts it as a worker: it loads and calls what the page may. A page that takes it as
 * a script does not read it.
 */
export const scriptPolicy = (apiUrl: string | null): string =>
  contentPolicy({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'connect-src': ["'self'", ...originsOf(apiUrl)],
  })

/** The policy of the push worker, which loads and calls nothing (M-PUSH-7). */
export const PUSH_WORKER_POLICY = contentPolicy({
  'default-src': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
})
