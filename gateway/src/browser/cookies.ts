/** The value of a cookie in a `Cookie` header. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)

export type CookieOptions = { readonly secure: boolean; readonly maxAge?: number }

/** A cookie for the whole site that no script reads; without `maxAge`, until the browser is closed. */
export const writeCookie = (name: string, value: string, { secure, maxAge }: CookieOptions): string =>
  [
    `${name}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
  ].join('; ')
