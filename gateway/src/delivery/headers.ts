import { PUSH_WORKER } from '@atalaia/contracts'
import { askedAddress, contentPolicy, fields } from '@atalaia/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isIP } from 'node:net'

/** Headers of every answer besides the policy; a route may replace them (M-GATEWAY-2). */
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

/** The address people use: the configured one, or the one that the request asks. */
export const originOf = (request: FastifyRequest, publicOrigin: string | undefined): string =>
  publicOrigin ?? askedAddress(request)?.origin ?? `${request.protocol}://localhost`

const THIS_MACHINE = /^(.+\.)?localhost\.?$/

/** Whether a host can only be this machine, or is no name: the owner of a name chooses the address that it leads to. */
const isThisMachine = (hostname: string): boolean =>
  THIS_MACHINE.test(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0

/**
 * Refuses requests that name another host than this machine or `publicOrigin` with 421. A site whose name leads to this
 * machine in the visitor's browser (DNS rebinding) would otherwise read and send what only this machine may.
 */
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
 * Refuses every other file to a browser that asks for a service worker, as it says itself (`Service-Worker`): no
 * file of a remote, and no answer of the API, stays in a browser as a worker (M-PUSH-8).
 */
export const guardWorkers = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ headers, url }, reply) => {
    if (headers['service-worker'] === undefined || url === PUSH_WORKER.script) return undefined
    return reply
      .code(403)
      .headers({ 'cache-control': 'no-store' })
      .type('text/plain; charset=utf-8')
      .send('no worker\n')
  })
}

// Policies

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
