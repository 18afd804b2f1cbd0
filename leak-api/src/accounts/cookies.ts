import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Returns all cookie values of a name: a neighbouring host can set the same name for the whole
 * domain (RFC 6265, section 5.4). Libraries keep one value, perhaps the neighbour's. The reader
 * here picks ours.
 */
export const cookiesNamed = ({ headers }: FastifyRequest, name: string): string[] =>
  (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))

export type NewCookie = {
  readonly name: string
  /**
   * Letters, digits, `-`, `_` and `.`: these need no quoting. Empty, with `seconds` 0, removes the
   * cookie.
   */
  readonly value: string
  readonly path: string
  readonly seconds: number
  readonly sameSite: 'Lax' | 'Strict'
  readonly isSecure: boolean
}

export const setCookie = (reply: FastifyReply, { name, value, path, seconds, sameSite, isSecure }: NewCookie) =>
  void reply.header(
    'set-cookie',
    `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`,
  )
