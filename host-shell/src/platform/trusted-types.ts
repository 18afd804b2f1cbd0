import { INTEGRITY_REGISTRY_KEY, PUSH_WORKER, SHELL_BASE } from '@atalaia/contracts'

/** The part of the browser's Trusted Types that is used; TypeScript's own types lack it. */
type Rules = {
  createHTML(markup: string): string | null
  createScriptURL(address: string): string | null
}
type PageWithPolicies = typeof globalThis & {
  readonly trustedTypes?: { createPolicy(name: 'default', rules: Rules): unknown }
}

/**
 * Makes the page's default policy of Trusted Types: it judges every text that code hands to the browser as markup or as
 * the address of a script. A text that it refuses throws where it is used. Text that would run as a script is refused
 * always. Does nothing in browsers without Trusted Types.
 */
export const guardSinks = (): void => {
  const { trustedTypes }: PageWithPolicies = globalThis
  trustedTypes?.createPolicy('default', {
    createHTML: (markup) => (isInert(markup) ? markup : null),
    createScriptURL: (address) => {
      const { href } = new URL(address, document.baseURI)
      return isOfRelease(href) || href === location.origin + PUSH_WORKER.script ? address : null
    },
  })
}

/**
 * Whether the page's release lists a script. Until the shell has read the release, what lies in the shell's folder is
 * taken for it: the gateway has nothing else there (M-GATEWAY-9).
 */
const isOfRelease = (address: string): boolean => {
  const registry: unknown = Object.getOwnPropertyDescriptor(globalThis, Symbol.for(INTEGRITY_REGISTRY_KEY))?.value
  return registry instanceof Map ? registry.has(address) : address.startsWith(location.origin + SHELL_BASE)
}

const ELEMENTS =
  'a|b|blockquote|body|br|code|div|em|h[1-6]|hr|i|li|ol|p|path|pre|s|small|span|strong|sub|sup|svg|table|tbody|td|th|thead|tr|u|ul'
const ATTRIBUTES = [
  '(?:aria-[a-z]+|class|d|data-[a-z-]+|dir|fill-opacity|height|lang|rel|role|target|title|viewBox|width|xmlns)="[^"<>]*"',
  'fill="#[0-9A-F]+"',
  'href="https?://[^"<>]*"',
].join('|')
/** Text between tags that are written in one way only, so that all parsers read the same. */
const INERT = new RegExp(`^[^<]*(?:</?(?:${ELEMENTS})(?: (?:${ATTRIBUTES}))* ?/?>[^<]*)*$`)

/**
 * Whether markup can neither run nor load anything: elements and attributes of a short list, which the chart and map
 * libraries of the template kit write, and nothing else. It refuses; it does not clean.
 */
const isInert = (markup: string): boolean => INERT.test(markup)
