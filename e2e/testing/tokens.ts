const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** No API accepts it. `exp` in seconds since the epoch. */
export const unsignedToken = (claims: { readonly sub?: string; readonly exp?: number }): string =>
  `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${'A'.repeat(43)}`

export const secondsFromNow = (offset: number): number => Math.floor(Date.now() / 1000) + offset
