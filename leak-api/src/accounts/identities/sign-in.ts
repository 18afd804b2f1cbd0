import { appAddress, PRODUCT_ROUTES, type SignInFailure } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { networkOf, type RateLimits } from '@atalaia/server'
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { maxLength, object, optional, string, type infer as Infer } from 'zod/mini'
import { MINUTE_MS, type Clock } from '../../base/clock.ts'
import type { SignupRateLimit } from '../login-rate-limit.ts'
import type { Passwords } from '../passwords.ts'
import type { Companies } from './companies-repository.ts'
import { findAccount } from './find-account.ts'
import { FAILURES, providerParams, returnAddress } from './identity-addresses.ts'
import { type OpenId, createOpenId } from './openid.ts'
import type { Identity, OpenIdProvider, Provider } from '../../base/people/provider.ts'
import { samlAddress } from './saml.ts'
import { createSamlPlaces, samlRoutes } from './saml-routes.ts'
import { createSignInCookie } from './sign-in-cookie.ts'
import { createSignIns, newSecret } from './sign-ins-repository.ts'
import { identitySessionRoutes, type IdentitySessionParts } from './session-routes.ts'

type IdentityParts = {
  readonly database: Database
  readonly providers: readonly Provider[]
  readonly companies: Companies
  readonly openId: OpenId
  readonly passwords: Passwords
  readonly limits: RateLimits
  readonly signupLimit: SignupRateLimit
  readonly origin: string
  readonly apiUrl: string
  readonly clock: Clock
}

/** Sign-ins that one network begins in ten minutes: a whole office may come at once. */
const BEGUN_PER_NETWORK = 200

const text = optional(string().check(maxLength(4000)))
const answerSchema = object({ state: text, code: text, iss: text, error: text })
type Answer = Infer<typeof answerSchema>

/** Sign-in with a provider (P-IDENTITY-1, P-IDENTITY-2). Every answer leads to a page. */
const identityRoutes: FastifyPluginAsyncZod<IdentityParts> = async (app, parts) => {
  const { database, providers, companies, openId, passwords, limits, signupLimit, origin, apiUrl, clock } = parts
  const begun = limits.window({ name: 'identity-begun', points: BEGUN_PER_NETWORK, windowMs: 10 * MINUTE_MS })
  const signIns = createSignIns(database)
  const cookie = createSignInCookie(origin)
  const deliveryCookie = createSignInCookie(origin, 'entrada-resposta')
  const placeOf = createSamlPlaces(apiUrl)
  const page = `${origin}${PRODUCT_ROUTES.signIn}`
  const fail = (reply: FastifyReply, reason: SignInFailure) => reply.redirect(`${page}?falha=${reason}`, 302)
  const find = async (key: string) => providers.find((each) => each.key === key) ?? (await companies.find(key))
  await app.register(samlRoutes, { ...parts, fail, deliveryCookie, placeOf })

  app.get(
    '/identidade/:provedor/entrar',
    {
      schema: {
        summary: 'Begin a sign-in with a provider: leads to its page',
        params: providerParams,
        querystring: object({ next: text }),
      },
    },
    async (request, reply) => {
      if (!(await begun.consume(networkOf(request.ip))).ok) return fail(reply, 'espere')
      const provider = await find(request.params.provedor)
      if (provider === undefined) return fail(reply, 'desligado')
      const checks = { state: newSecret(), nonce: newSecret(), verifier: newSecret() }
      const redirectUri = returnAddress(apiUrl, provider.key)
      const asked =
        provider.kind === 'saml'
          ? { status: 'ready' as const, address: await samlAddress(provider, placeOf(provider.key), checks.state) }
          : await openId.addressOf(provider, { ...checks, redirectUri })
      if (asked.status !== 'ready') {
        request.log.warn({ provider: provider.key, asked }, 'a sign-in could not begin')
        return fail(reply, FAILURES[asked.status])
      }
      const next = appAddress(request.query.next)
      cookie.set(reply, await signIns.begin({ ...checks, provider: provider.key, next, at: clock() }))
      return reply.redirect(asked.address, 302)
    },
  )

  /** The checked answer that came to the return address with the cookie `secret`; else the reason for the page. */
  const identify = async (
    provider: OpenIdProvider,
    secret: string,
    { query, log }: { readonly query: Answer; readonly log: FastifyRequest['log'] },
  ): Promise<Identity | SignInFailure> => {
    const { key } = provider
    const { state } = query
    const sent =
      state === undefined ? undefined : await signIns.takeAnswer(secret, { provider: key, state, at: clock() })
    if (state === undefined || sent === undefined) return 'recomece'
    const answer = new URL(returnAddress(apiUrl, key))
    for (const [name, value] of Object.entries(query)) if (value !== undefined) answer.searchParams.set(name, value)
    const exchanged = await openId.exchange(provider, answer, { ...sent, state })
    if (exchanged.status === 'known') return exchanged.identity
    log.warn({ provider: key, exchanged }, 'a sign-in was refused')
    return FAILURES[exchanged.status]
  }
  /** The identity that an answer by POST had, if this browser began the sign-in and brought the answer. */
  const takeDelivered = async (request: FastifyRequest, provider: string, secret: string) => {
    const delivery = deliveryCookie.read(request)
    const delivered =
      delivery === undefined
        ? undefined
        : await signIns.takeDelivered(secret, { secret: delivery, provider, at: clock() })
    return delivered === undefined ? ('recomece' as const) : { email: undefined, ...delivered.identity }
  }

  app.get(
    '/identidade/:provedor/retorno',
    {
      schema: {
        summary: 'The provider leads back to this address',
        params: providerParams,
        querystring: answerSchema,
      },
    },
    async (request, reply) => {
      const secret = cookie.read(request)
      const provider = await find(request.params.provedor)
      if (provider === undefined) return fail(reply, 'desligado')
      if (secret === undefined) return fail(reply, 'recomece')
      const identity =
        provider.kind === 'saml'
          ? await takeDelivered(request, provider.key, secret)
          : await identify(provider, secret, request)
      if (typeof identity === 'string') return fail(reply, identity)
      const beforeAccount = async () => {
        await signupLimit.enter(request.ip, provider.key)
        return passwords.hash({ network: networkOf(request.ip), isKnown: false }, newSecret())
      }
      const found = await findAccount(
        { database, companies, beforeAccount, client: request, clock },
        provider,
        identity,
      )
      if (found.status === 'refused') return fail(reply, found.reason)
      const arriving = { ...identity, title: provider.title, isLinked: found.status === 'open' }
      const finished = { accountId: found.account.id, identity: arriving, at: clock() }
      cookie.set(reply, await signIns.finish(secret, finished))
      if (provider.kind === 'saml') deliveryCookie.clear(reply)
      return reply.redirect(page, 302)
    },
  )
}

export type SignInParts = Omit<IdentityParts & IdentitySessionParts, 'openId' | 'apiUrl'> & {
  readonly loopbackIssuers: boolean
  readonly publicUrl: string
}

export const signIn = async (app: FastifyInstance, given: SignInParts): Promise<void> => {
  const { loopbackIssuers, publicUrl, ...rest } = given
  const parts = { ...rest, apiUrl: new URL(publicUrl, rest.origin).href }
  await app.register(identityRoutes, { ...parts, openId: createOpenId({ loopback: loopbackIssuers }) })
  await app.register(identitySessionRoutes, parts)
}
