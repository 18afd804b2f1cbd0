/** Directives of a content security policy, by their names (CSP Level 3). One without values stands alone, as `sandbox`. */
export type PolicyDirectives = Readonly<Record<string, readonly string[]>>

/** The value of `Content-Security-Policy`. */
export const contentPolicy = (directives: PolicyDirectives): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')

/** The policy of what is no page: opened as one, it runs nothing, loads nothing, and has no part in the origin that sent it. */
export const INERT_POLICY = contentPolicy({
  'default-src': ["'none'"],
  // Browsers draw a picture or a text by a style of their own, and an SVG has its own in it.
  'style-src': ["'unsafe-inline'"],
  sandbox: [],
})

/** Headers of every answer; a route that sends a page replaces the policy (M-GATEWAY-15). */
export const INERT_HEADERS = {
  'content-security-policy': INERT_POLICY,
  'x-content-type-options': 'nosniff',
} as const
