/** The operations that a portal's token may carry out. */
export const scopes = ['leaks:read', 'emails:add'] as const
export type Scope = (typeof scopes)[number]

const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)

/** A list of scopes with spaces between them (RFC 6749 section 3.3); `undefined` when it is empty or one is unknown. */
export const parseScopes = (text: string): readonly Scope[] | undefined => {
  const words = text.split(' ').filter((word) => word !== '')
  return words.length > 0 && words.every(isScope) ? scopes.filter((scope) => words.includes(scope)) : undefined
}
