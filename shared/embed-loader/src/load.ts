import { DEFAULT_CHANNEL } from '../../contracts/src/channels.ts'
import { ANALYTICS_ELEMENT, ANALYTICS_REMOTE, EMBED_ENTRY, embedBase } from '../../contracts/src/embed.ts'

/** Name of the element, in HTML and in the registry of custom elements. */
export const elementName = ANALYTICS_ELEMENT

export interface LoadOptions {
  /** The gateway's address, for example `https://atalaia.example`. */
  readonly gateway: string
  /** A channel (`stable` by default), which follows promotions, or a version (`1.4.0`), which never changes. */
  readonly version?: string
  /**
   * Hash that the script is held to: `sha384-…`, as `<gateway>/embed/mfe-analytics/<version>/embed.json` says it. For
   * a version only: a channel's script changes with each promotion.
   */
  readonly integrity?: string
  /** Milliseconds until it counts as failed; 30,000 by default. */
  readonly timeout?: number
}

const isVersion = (text: string): boolean => /^\d+\.\d+\.\d+/.test(text)

/** Address of the element's script. Throws a `TypeError` when `gateway` is no http(s) address. */
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
 * Loads the element's script once for each address; resolves when `<atalaia-analytics>` is there. Rejects when the
 * script does not come, does not match `integrity`, or is late; the next call tries again. The page keeps nothing but
 * the element's registration. Does nothing where an element of that name is there already.
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

/** The part of the browser's Trusted Types that is used; TypeScript's own types lack it. */
interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

type PageWithPolicies = typeof globalThis & { readonly trustedTypes?: Policies }

let asScriptUrl: ((url: string) => string) | undefined

/** A page under `require-trusted-types-for 'script'` takes no plain text for the address of a script. */
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
