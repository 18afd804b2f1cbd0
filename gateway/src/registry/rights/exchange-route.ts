import { artifactParams, exchangeAnswer, exchangeOrder, ORDERS, TOKEN_EXCHANGE } from '@atalaia/artifact'
import { askedAddress, networkOf, Problem, secondsToWait, type RateLimits } from '@atalaia/server'
import { JOB_KEY_MINUTES } from './exchange.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Rights } from './rights.ts'

export type ExchangeRouteOptions = {
  readonly rights: Rights
  readonly limits: RateLimits
  readonly publicOrigin: string | undefined
}

/**
 * Refused exchanges per network and minute, for one remote and for all: each costs a signature
 * check. Granted ones do not count, because jobs of many teams share the networks of a CI service
 * (M-TRUST-8).
 */
const [REFUSED_OF_REMOTE, REFUSED_OF_NETWORK] = [60, 600]

/** Runs before the schema of the route. */
const anyRemote = z.object({ remote: z.string() })
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/
/** One sentence for every refusal, so that outsiders learn nothing about publishers (M-TRUST-7). */
const REFUSED = 'this identity token gives no right over this remote; the log of the gateway says why'

/**
 * `POST /-/remotes/:remote/token`: exchanges an identity token of CI for a key (RFC 8693 as JSON,
 * M-TRUST-1).
 */
export const exchangeRoute = (root: FastifyInstance, { rights, limits, publicOrigin }: ExchangeRouteOptions): void => {
  const app = root.withTypeProvider<ZodTypeProvider>()
  const ofRemote = limits.window({ name: 'exchanges-remote', points: REFUSED_OF_REMOTE, windowMs: 60_000 })
  const ofNetwork = limits.window({ name: 'exchanges', points: REFUSED_OF_NETWORK, windowMs: 60_000 })
  const sharesOf = (request: FastifyRequest) => {
    const network = networkOf(request.ip)
    const { remote } = anyRemote.parse(request.params)
    return [
      [ofRemote, `${network} ${remote}`],
      [ofNetwork, network],
    ] as const
  }
  const audienceOf = (request: FastifyRequest) => {
    if (publicOrigin !== undefined) return new URL(publicOrigin).origin
    // Who sends a request chooses its `Host`, and would choose the audience with it.
    const asked = askedAddress(request)
    if (rights.loopbackIssuers && asked && LOOPBACK.test(asked.hostname)) return asked.origin
    throw new Problem(409, 'set PUBLIC_ORIGIN at the gateway: identity tokens name it as their audience')
  }
  app.post(
    ORDERS.exchange(':remote'),
    {
      schema: { params: artifactParams, body: exchangeOrder, response: { 200: exchangeAnswer } },
      onRequest: async (request) => {
        for (const [limit, key] of sharesOf(request)) {
          const allowance = await limit.consume(key)
          if (allowance.ok) continue
          const headers = { 'retry-after': String(secondsToWait(allowance)) }
          throw new Problem(429, 'too many exchanges', { headers })
        }
      },
    },
    async (request) => {
      const { remote } = request.params
      const order = { remote, token: request.body.subject_token, audience: audienceOf(request) }
      const result = await rights.exchange(order)
      if (result.status === 'refused') {
        request.log.warn({ remote, code: result.code, reason: result.sentence }, 'an identity token was refused')
        throw new Problem(403, REFUSED)
      }
      for (const [limit, key] of sharesOf(request)) await limit.takeBack(key)
      const { token, may, who, publisher } = result
      request.log.info({ remote, who, publisher }, 'an identity token was exchanged')
      return {
        access_token: token,
        issued_token_type: TOKEN_EXCHANGE.accessToken,
        token_type: 'Bearer' as const,
        expires_in: JOB_KEY_MINUTES * 60,
        scope: may.join(' '),
        may,
        who,
      }
    },
  )
}
