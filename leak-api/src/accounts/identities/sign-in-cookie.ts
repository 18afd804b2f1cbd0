import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookiesNamed, setCookie } from '../cookies.ts'
import { SIGN_IN_SECONDS } from './sign-ins-repository.ts'

const SECRET = /^[\w-]{43}$/

/**
 * The cookie that binds a sign-in to one browser. `Lax`, because the provider's page leads back; over https its prefix keeps
 * other hosts of the domain from setting it (RFC 6265bis, section 4.1.3).
 */
export type SignInCookie = {
  /** The secret that the browser sends; `undefined` for none, and for what cannot be one. */
  read(request: FastifyRequest): string | undefined
  /** Keeps a secret in the browser for as long as a sign-in may take. */
  set(reply: FastifyReply, value: string): void
  clear(reply: FastifyReply): void
}

export const createSignInCookie = (origin: string, plainName = 'entrada'): SignInCookie => {
  const isSecure = origin.startsWith('https:')
  const name = isSecure ? `__Host-${plainName}` : plainName
  const write = (reply: FastifyReply, value: string, seconds: number) =>
    setCookie(reply, { name, value, path: '/', seconds, sameSite: 'Lax', isSecure })
  return {
    read: (request) => cookiesNamed(request, name).find((value) => SECRET.test(value)),
    set: (reply, value) => write(reply, value, SIGN_IN_SECONDS),
    clear: (reply) => write(reply, '', 0),
  }
}
