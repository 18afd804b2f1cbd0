export type PolicyDirectives = Readonly<Record<string, readonly string[]>>

export const contentPolicy = (directives: PolicyDirectives): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')

/** For answers that are no pages: opened as one, it runs and loads nothing, outside its origin. */
export const INERT_POLICY = contentPolicy({
  'default-src': ["'none'"],
  // Browsers draw a picture or a text by a style of their own, and an SVG has its own in it.
  'style-src': ["'unsafe-inline'"],
  sandbox: [],
})

/** On every answer; pages replace the policy (M-GATEWAY-15). */
export const INERT_HEADERS = {
  'content-security-policy': INERT_POLICY,
  'x-content-type-options': 'nosniff',
} as const
