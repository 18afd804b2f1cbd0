const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
let made = 0

const LIFETIME_SECONDS = 600

/** Unique, for a played API. Without `scope`: the dashboard's scopes. */
export const fakeToken = (lifetimeSeconds = LIFETIME_SECONDS, scope?: string): string => {
  const now = Math.floor(Date.now() / 1000)
  made += 1
  const claims = {
    sub: `conformance-${made}@portal.example`,
    iat: lifetimeSeconds > 0 ? now : now - LIFETIME_SECONDS,
    exp: now + lifetimeSeconds,
    ...(scope !== undefined && { scope }),
  }
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.${encode(`signature ${made}`)}`
}

export const expiredToken = (): string => fakeToken(-30)

export const viewToken = (scope: string): string => fakeToken(LIFETIME_SECONDS, scope)

export const scopesOf = (authorization: string): readonly string[] => {
  const claims: unknown = JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString() || '{}')
  const hasScope = typeof claims === 'object' && claims !== null && 'scope' in claims
  return hasScope && typeof claims.scope === 'string' ? claims.scope.split(' ') : []
}
