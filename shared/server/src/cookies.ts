import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Returns all cookie values of a name: a neighbouring host can set the same name for the whole
 * domain (RFC 6265, section 5.4). Libraries keep one value, perhaps the neighbour's. The reader
 * here picks ours.
 */
export const cookiesNamed = ({ headers: { cookie = '' } }: FastifyRequest, name: string): string[] =>
  cookie.includes(name)
    ? cookie
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1))
    : []

export type NewCookie = {
  readonly name: string
  /**
   * Letters, digits, `-`, `_` and `.`: these need no quoting. Empty, with `seconds` 0, removes the
   * cookie.
   */
  readonly value: string
  readonly path: string
  /** Default: until the browser closes. */
  readonly seconds?: number | undefined
  readonly sameSite: 'Lax' | 'Strict'
  readonly isSecure: boolean
}

/** Scripts cannot read it. */
export const setCookie = (reply: FastifyReply, { name, value, path, seconds, sameSite, isSecure }: NewCookie) => {
  const end = seconds === undefined ? '' : `; Max-Age=${seconds}`
  const secure = isSecure ? '; Secure' : ''
  void reply.header('set-cookie', `${name}=${value}; Path=${path}${end}; HttpOnly; SameSite=${sameSite}${secure}`)
}
