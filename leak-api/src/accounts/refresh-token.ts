import { cookiesNamed, setCookie } from '@atalaia/server'
import { createHmac, type KeyObject } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSigned, type KeyRing } from '../base/key-ring.ts'

const COOKIE_PATH = '/api/sessao'
export type RefreshToken = { readonly sessionId: string; readonly rotation: number }

const FORM = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(\d{1,9})\.([\w-]{43})$/

/** Refresh tokens in a browser's cookie. A signature shows older tokens and exposes guessed ones. */
export type RefreshTokens = {
  /** Returns several tokens when a neighbouring host has set a cookie of the same name. */
  in(request: FastifyRequest): readonly RefreshToken[]
  keep(token: RefreshToken, until: { readonly seconds: number }, request: FastifyRequest, reply: FastifyReply): void
  drop(request: FastifyRequest, reply: FastifyReply): void
}

/** Over https, the prefix stops pages without TLS (RFC 6265bis, section 4.1.3.1). */
const nameFor = ({ protocol }: FastifyRequest) =>
  protocol === 'https' ? '__Secure-atalaia_refresh' : 'atalaia_refresh'

const write = (value: string, seconds: number, request: FastifyRequest, reply: FastifyReply) => {
  const isSecure = request.protocol === 'https'
  setCookie(reply, { name: nameFor(request), value, path: COOKIE_PATH, seconds, sameSite: 'Strict', isSecure })
}

const signatureOf = (secret: KeyObject, { sessionId, rotation }: RefreshToken) =>
  createHmac('sha256', secret).update(`refresh token ${sessionId} ${rotation}`).digest('base64url')

export const createRefreshTokens = (ring: KeyRing): RefreshTokens => {
  const read = (text: string): RefreshToken | undefined => {
    const [, sessionId = '', digits, signature = ''] = FORM.exec(text) ?? []
    const token = { sessionId, rotation: Number(digits) }
    // As text: several texts decode to the same bytes.
    const isGenuine = isSigned(ring, Buffer.from(signature), (secret) => Buffer.from(signatureOf(secret, token)))
    return isGenuine ? token : undefined
  }
  return {
    in: (request) =>
      cookiesNamed(request, nameFor(request)).flatMap((value) => {
        const token = read(value)
        return token === undefined ? [] : [token]
      }),
    keep: (token, { seconds }, request, reply) => {
      const value = `${token.sessionId}.${token.rotation}.${signatureOf(ring.current.secret, token)}`
      write(value, seconds, request, reply)
    },
    drop: (request, reply) => write('', 0, request, reply),
  }
}
