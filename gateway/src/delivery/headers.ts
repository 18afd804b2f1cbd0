import { PUSH_WORKER } from '@atalaia/contracts'
import { askedAddress, contentPolicy, fields } from '@atalaia/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isIP } from 'node:net'

/** Headers of every answer. A route may replace them (M-GATEWAY-2). */
export const commonHeaders = (production: boolean): Readonly<Record<string, string>> => ({
  'referrer-policy': 'strict-origin-when-cross-origin',
  ...(production && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/** Headers of a page (M-GATEWAY-1). */
export const pageHeaders = (page: InlineHashes, options: PolicyOptions): Readonly<Record<string, string>> => ({
  'content-security-policy': pagePolicy(page, options),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
})

export const originOf = (request: FastifyRequest, publicOrigin: string | undefined): string =>
  publicOrigin ?? askedAddress(request)?.origin ?? `${request.protocol}://localhost`

const THIS_MACHINE = /^(.+\.)?localhost\.?$/

/**
 * True for a host that can only be this machine. A name does not count: its owner chooses where it
 * leads.
 */
const isThisMachine = (hostname: string): boolean =>
  THIS_MACHINE.test(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0

/** Answers 421 to requests for other hosts than this machine or `publicOrigin`, against DNS rebinding. */
export const refuseOtherHosts = (app: FastifyInstance, publicOrigin: string | undefined): void => {
  const own = publicOrigin === undefined ? undefined : new URL(publicOrigin).host
  app.addHook('onRequest', async (request, reply) => {
    const asked = askedAddress(request)
    if (!asked || isThisMachine(asked.hostname) || asked.host === own) return undefined
    return reply
      .code(421)
      .headers({ 'cache-control': 'no-store' })
      .type('text/plain; charset=utf-8')
      .send('Este servidor atende só esta máquina: abra http://localhost. Outro endereço: PUBLIC_ORIGIN ou HOST.\n')
  })
}

/**
 * Refuses requests with `Service-Worker` for any file but the push worker, so that no remote
 * installs a worker (M-PUSH-8).
 */
export const guardWorkers = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ headers, url }, reply, done) => {
    if (headers['service-worker'] === undefined || url === PUSH_WORKER.script) return done()
    void reply.code(403).headers({ 'cache-control': 'no-store' }).type('text/plain; charset=utf-8').send('no worker\n')
  })
}

// Policies

const GOOGLE_MAPS_FRAME = 'https://www.google.com/maps/embed/'

/** The inline styles and scripts of a page, as values for `style-src` and `script-src`. */
export type InlineHashes = { readonly styleHashes: readonly string[]; readonly scriptHashes: readonly string[] }

/**
 * Trusted Types policies that a page may create (M-RELEASE-13): the shell's, and Highcharts' for
 * labels. Each copy of Highcharts creates its own.
 */
const TRUSTED_TYPES = ['default', 'highcharts', "'allow-duplicates'"]

export type PolicyOptions = {
  readonly production: boolean
  /** Base address of the API in the browser. `null` without a backend. */
  readonly apiUrl: string | null
  /** Addresses from which this page takes remotes. */
  readonly overrides: readonly string[]
  readonly googleMaps: boolean
  readonly trustedTypes: readonly string[]
}

/** Names as `trusted-types` of a content security policy has them. `default` is reserved for the shell. */
export const trustedTypesSetting = fields.list.transform((names = [], context) => {
  for (const name of names)
    if (!/^[\w\-#=/@.%]{1,100}$/.test(name) || name === 'default')
      context.addIssue(`"${name}" must be a name of letters, digits and -#=_/@.%, and not "default"`)
  return names
})

const originsOf = (apiUrl: string | null): readonly string[] =>
  apiUrl !== null && URL.canParse(apiUrl) ? [new URL(apiUrl).origin] : []

/** Forbids `eval`, and every inline script without a listed hash (M-RELEASE-12). */
const pagePolicy = (page: InlineHashes, { apiUrl, overrides, googleMaps, trustedTypes }: PolicyOptions): string => {
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

/** For the page that shows an embed in a frame of `portal`. `own`: sources of the gateway. */
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

/** When a page starts the script as a worker, the script may load and call the same addresses. */
export const scriptPolicy = (apiUrl: string | null): string =>
  contentPolicy({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'connect-src': ["'self'", ...originsOf(apiUrl)],
  })

/** The push worker loads and calls nothing (M-PUSH-7). */
export const PUSH_WORKER_POLICY = contentPolicy({
  'default-src': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
})
