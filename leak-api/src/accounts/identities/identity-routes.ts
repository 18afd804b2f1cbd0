import { appAddress, PRODUCT_ROUTES, type SignInFailure } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { networkOf, type RateLimits } from '@atalaia/server'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { maxLength, object, optional, regex, string } from 'zod/mini'
import type { Clock } from '../../clock.ts'
import type { SignupRateLimit } from '../login-rate-limit.ts'
import type { Passwords } from '../passwords.ts'
import type { Companies } from './companies-repository.ts'
import { findAccount } from './find-account.ts'
import type { OpenId, ProviderFailure } from './openid.ts'
import type { Provider } from './provider.ts'
import { createSignInCookie } from './sign-in-cookie.ts'
import { createSignIns, newSecret } from './sign-ins-repository.ts'

export type IdentityParts = {
  readonly database: Database
  /** Those of the installation, as its environment has them. */
  readonly providers: readonly Provider[]
  readonly companies: Companies
  readonly openId: OpenId
  readonly passwords: Passwords
  readonly limits: RateLimits
  readonly signupLimit: SignupRateLimit
  /** The address of the product's pages. */
  readonly origin: string
  /** The absolute address of the API. */
  readonly apiUrl: string
  readonly clock: Clock
}

const MINUTE_MS = 60_000
/** Sign-ins that one network begins in ten minutes: a whole office may come at once. */
const BEGUN_PER_NETWORK = 200

const params = object({ provedor: string().check(regex(/^[a-z0-9-]{1,40}$/)) })
const text = optional(string().check(maxLength(4000)))

/** The address that begins a sign-in. */
export const startAddress = (apiUrl: string, key: string): string => `${apiUrl}/identidade/${key}/entrar`
/** Where a provider sends the browser back to: one address for each, so that none can pass another's answer on as its own. */
export const returnAddress = (apiUrl: string, key: string): string => `${apiUrl}/identidade/${key}/retorno`

const FAILURES: Record<ProviderFailure['status'], SignInFailure> = {
  unavailable: 'indisponivel',
  denied: 'negado',
  refused: 'recusado',
}

/** The way to a provider and back (P-IDENTITY-1, P-IDENTITY-2). Its answers lead to a page, whatever happened. */
export const identityRoutes: FastifyPluginCallbackZod<IdentityParts> = (app, parts, done) => {
  const { database, providers, companies, openId, passwords, limits, signupLimit, origin, apiUrl, clock } = parts
  const begun = limits.window({ name: 'identity-begun', points: BEGUN_PER_NETWORK, windowMs: 10 * MINUTE_MS })
  const signIns = createSignIns(database)
  const cookie = createSignInCookie(origin)
  const page = `${origin}${PRODUCT_ROUTES.signIn}`
  const fail = (reply: FastifyReply, reason: SignInFailure) => reply.redirect(`${page}?falha=${reason}`, 302)
  const find = async (key: string) => providers.find((each) => each.key === key) ?? (await companies.find(key))

  app.get(
    '/identidade/:provedor/entrar',
    {
      schema: {
        summary: 'Begin a sign-in with a provider: leads to its page',
        params,
        querystring: object({ next: text }),
      },
    },
    async (request, reply) => {
      if (!(await begun.consume(networkOf(request.ip))).ok) return fail(reply, 'espere')
      const provider = await find(request.params.provedor)
      if (provider === undefined) return fail(reply, 'desligado')
      const checks = { state: newSecret(), nonce: newSecret(), verifier: newSecret() }
      const redirectUri = returnAddress(apiUrl, provider.key)
      const asked = await openId.addressOf(provider, { ...checks, redirectUri })
      if (asked.status !== 'ready') {
        request.log.warn({ provider: provider.key, asked }, 'a sign-in could not begin')
        return fail(reply, FAILURES[asked.status])
      }
      const next = appAddress(request.query.next)
      cookie.set(reply, await signIns.begin({ ...checks, provider: provider.key, next, at: clock() }))
      return reply.redirect(asked.address, 302)
    },
  )

  app.get(
    '/identidade/:provedor/retorno',
    {
      schema: {
        summary: 'The provider leads back to this address',
        params,
        querystring: object({ state: text, code: text, iss: text, error: text }),
      },
    },
    async (request, reply) => {
      const { params: asked, query, log } = request
      const secret = cookie.read(request)
      const provider = await find(asked.provedor)
      if (provider === undefined) return fail(reply, 'desligado')
      const { key } = provider
      const { state } = query
      const sent =
        secret === undefined || state === undefined
          ? undefined
          : await signIns.takeAnswer(secret, { provider: key, state, at: clock() })
      if (secret === undefined || state === undefined || sent === undefined) return fail(reply, 'recomece')

      const answer = new URL(returnAddress(apiUrl, key))
      for (const [name, value] of Object.entries(query)) if (value !== undefined) answer.searchParams.set(name, value)
      const exchanged = await openId.exchange(provider, answer, { ...sent, state })
      if (exchanged.status !== 'known') {
        log.warn({ provider: key, exchanged }, 'a sign-in was refused')
        return fail(reply, FAILURES[exchanged.status])
      }
      const { identity } = exchanged
      const beforeAccount = async () => {
        await signupLimit.enter(request.ip)
        return passwords.hash({ network: networkOf(request.ip), isKnown: false }, newSecret())
      }
      const found = await findAccount({ database, companies, beforeAccount, clock }, provider, identity)
      if (found.status === 'refused') return fail(reply, found.reason)
      const waiting = found.status === 'link' ? { ...identity, title: provider.title } : undefined
      const finished = { accountId: found.account.id, identity: waiting, at: clock() }
      cookie.set(reply, await signIns.finish(secret, finished))
      return reply.redirect(page, 302)
    },
  )
  done()
}
