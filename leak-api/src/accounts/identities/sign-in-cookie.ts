import { cookiesNamed, setCookie } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SIGN_IN_SECONDS } from './sign-ins-repository.ts'

const SECRET = /^[\w-]{43}$/

/**
 * Binds a sign-in to one browser. `Lax`, because the provider's page leads back. The https prefix
 * stops other hosts of the domain (RFC 6265bis, section 4.1.3).
 */
export type SignInCookie = {
  /** `undefined` without a cookie, or with an impossible value. */
  read(request: FastifyRequest): string | undefined
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
