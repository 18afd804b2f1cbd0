import { DEFAULT_CHANNEL } from '../../contracts/src/channels.ts'
import { ANALYTICS_ELEMENT, ANALYTICS_REMOTE, EMBED_ENTRY, embedBase } from '../../contracts/src/embed.ts'

/** The element's name in HTML. */
export const elementName = ANALYTICS_ELEMENT

export interface LoadOptions {
  /** For example `https://atalaia.example`. */
  readonly gateway: string
  /** A channel (default `stable`), which follows promotions, or a constant version (`1.4.0`). */
  readonly version?: string
  /**
   * The script's hash `sha384-…`, from `<gateway>/embed/mfe-analytics/<version>/embed.json`. Only
   * for versions: a channel's script changes.
   */
  readonly integrity?: string
  /** Milliseconds until it counts as failed. Default: 30,000. */
  readonly timeout?: number
}

const isVersion = (text: string): boolean => /^\d+\.\d+\.\d+/.test(text)

/** Throws a `TypeError` when `gateway` is no http(s) address. */
export const scriptUrl = ({ gateway, version = DEFAULT_CHANNEL }: LoadOptions): string => {
  let url: URL
  try {
    url = new URL(embedBase(ANALYTICS_REMOTE, encodeURIComponent(version)) + EMBED_ENTRY, gateway)
  } catch {
    throw new TypeError(`@atalaia/embed: gateway "${gateway}" is no address`)
  }
  if (!/^https?:$/.test(url.protocol)) throw new TypeError(`@atalaia/embed: gateway "${gateway}" is no http(s) address`)
  return url.href
}

const loading = new Map<string, Promise<void>>()

/**
 * Loads the script once for each address; resolves when `<atalaia-analytics>` exists. Does nothing
 * if it already exists. Rejects when the script is absent, late or does not match `integrity`; the
 * next call tries again.
 */
export const loadAnalytics = (options: LoadOptions): Promise<void> => {
  if (customElements.get(elementName)) return Promise.resolve()
  const { version = DEFAULT_CHANNEL, integrity } = options
  if (integrity !== undefined && !isVersion(version)) {
    return Promise.reject(new TypeError(`@atalaia/embed: integrity needs a version, "${version}" is a channel`))
  }
  let url: string
  try {
    url = scriptUrl(options)
  } catch (error) {
    return Promise.reject(error)
  }
  const known = loading.get(url)
  if (known) return known
  const attempt = insert(url, options).then(() => undefined)
  loading.set(url, attempt)
  attempt.catch(() => loading.delete(url))
  return attempt
}

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

type PageWithPolicies = typeof globalThis & { readonly trustedTypes?: Policies }

let asScriptUrl: ((url: string) => string) | undefined

/** Pages with `require-trusted-types-for 'script'` refuse plain text as a script's address. */
const trusted = (url: string): string => {
  const { trustedTypes }: PageWithPolicies = globalThis
  const policy = asScriptUrl
    ? undefined
    : trustedTypes?.createPolicy('atalaia-embed', { createScriptURL: (own) => own })
  asScriptUrl ??= policy ? (address) => policy.createScriptURL(address) : (address) => address
  return asScriptUrl(url)
}

const insert = (url: string, { integrity, timeout = 30_000 }: LoadOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const timer = setTimeout(() => done(`no answer within ${timeout / 1000} s`), timeout)
    const done = (problem?: string) => {
      clearTimeout(timer)
      script.remove()
      if (problem === undefined) resolve()
      else reject(new Error(`@atalaia/embed: ${url}: ${problem}`))
    }
    script.type = 'module'
    script.src = trusted(url)
    script.crossOrigin = 'anonymous'
    if (integrity !== undefined) script.integrity = integrity
    script.addEventListener('load', () => done(customElements.get(elementName) ? undefined : 'it defined no element'))
    script.addEventListener('error', () => done('it did not come, or does not match its integrity'))
    document.head.append(script)
  })
