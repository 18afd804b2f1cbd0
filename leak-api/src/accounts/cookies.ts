import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The values of all cookies of a name that a call brings, in the browser's order. Several come where a neighbouring host
 * has set one of the same name for the whole domain (RFC 6265, section 5.4). Libraries, @fastify/cookie too, keep one of
 * them, which may be the neighbour's; here each is read, and its reader takes the one that is ours.
 */
export const cookiesNamed = ({ headers }: FastifyRequest, name: string): string[] =>
  (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))

export type NewCookie = {
  readonly name: string
  /** Letters, digits, `-`, `_` and `.`, which need no quoting. Empty to take the cookie away, with `seconds` 0. */
  readonly value: string
  readonly path: string
  readonly seconds: number
  readonly sameSite: 'Lax' | 'Strict'
  /** Whether the cookie is sent over https alone. */
  readonly isSecure: boolean
}

/** Sets a cookie that no script reads. */
export const setCookie = (reply: FastifyReply, { name, value, path, seconds, sameSite, isSecure }: NewCookie) =>
  void reply.header(
    'set-cookie',
    `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`,
  )
