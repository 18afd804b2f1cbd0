import { INTEGRITY_REGISTRY_KEY, PUSH_WORKER, SHELL_BASE } from '@atalaia/contracts'

type Rules = {
  createHTML(markup: string): string | null
  createScriptURL(address: string): string | null
}
type PageWithPolicies = typeof globalThis & {
  readonly trustedTypes?: { createPolicy(name: 'default', rules: Rules): unknown }
}

/**
 * Judges every markup and script address by a default policy of Trusted Types. Refused texts throw
 * at their use; script texts always. No effect without Trusted Types.
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
 * True for scripts of the release. Before the release is read: files in the shell's folder
 * (M-GATEWAY-9).
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
/** Tags in one spelling, so that all parsers agree. */
const INERT = new RegExp(`^[^<]*(?:</?(?:${ELEMENTS})(?: (?:${ATTRIBUTES}))* ?/?>[^<]*)*$`)

/**
 * Markup that can neither run nor load: elements and attributes of the kit's charts and maps.
 * Refuses; does not clean.
 */
const isInert = (markup: string): boolean => INERT.test(markup)
