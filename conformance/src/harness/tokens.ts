const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
let made = 0

/** A token as the API's are, for an API that is played here. Each is another one. */
export const fakeToken = (lifetimeSeconds = 600): string => {
  const now = Math.floor(Date.now() / 1000)
  made += 1
  const claims = {
    sub: `conformance-${made}@portal.example`,
    iat: lifetimeSeconds > 0 ? now : now - 600,
    exp: now + lifetimeSeconds,
  }
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.${encode(`signature ${made}`)}`
}

export const expiredToken = (): string => fakeToken(-30)
