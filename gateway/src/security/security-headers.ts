import type { ReadyPage } from '../page/page-cache.ts'

/** Serves the frame of the Maps Embed API; the scripts and pictures in it are under its own policy. */
const GOOGLE_MAPS = 'https://www.google.com/maps/embed/'

export type PolicyOptions = {
  readonly production: boolean
  /** Where the browser calls the API; `null` when it does not. */
  readonly apiUrl: string | null
  readonly overrides: ReadonlyMap<string, string>
  /** May a page frame Google's maps? */
  readonly googleMaps: boolean
}

/** Headers of every answer that does not say otherwise. */
export const commonHeaders = (production: boolean): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  ...(production && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/** Headers of a page. */
export const pageHeaders = (page: ReadyPage, options: PolicyOptions): Readonly<Record<string, string>> => ({
  'content-security-policy': contentSecurityPolicy(page, options),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
})

const contentSecurityPolicy = (page: ReadyPage, { apiUrl, overrides, googleMaps }: PolicyOptions): string => {
  const foreign = [...new Set([...overrides.values()].map((address) => new URL(address).origin))]
  // A development server tells its page over a web socket what changed.
  const sockets = foreign.map((origin) => origin.replace(/^http/, 'ws'))
  const api = apiUrl !== null && URL.canParse(apiUrl) ? [new URL(apiUrl).origin] : []
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...foreign],
    'style-src': ["'self'", ...page.styleHashes, ...foreign],
    'img-src': ["'self'", 'data:', 'blob:', ...foreign],
    'font-src': ["'self'", ...foreign],
    'connect-src': ["'self'", ...api, ...foreign, ...sockets],
    ...(googleMaps && { 'frame-src': [GOOGLE_MAPS] }),
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
