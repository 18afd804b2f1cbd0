import type { SignInFailure } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { networkOf, Problem, problemSchema, type RateLimits } from '@atalaia/server'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { maxLength, object, string } from 'zod/mini'
import { MINUTE_MS, type Clock } from '../../base/clock.ts'
import { tooManyRequests } from '../../base/problems.ts'
import type { Companies } from './companies-repository.ts'
import { metadataAddress, FAILURES, providerParams, returnAddress } from './identity-addresses.ts'
import { checkAnswer, readAnswer, samlMetadata, type SamlPlace } from './saml.ts'
import type { SignInCookie } from './sign-in-cookie.ts'
import { createSignIns } from './sign-ins-repository.ts'

/** Answers of one network in ten minutes, as many as its sign-ins. */
const ANSWERS_PER_NETWORK = 200
const READS_PER_NETWORK = 60
/** Below the gateway's limit. A list of all groups of a person does not fit. */
const MAX_ANSWER_BYTES = 30 * 1024

export type SamlParts = {
  readonly database: Database
  readonly companies: Companies
  readonly limits: RateLimits
  readonly fail: (reply: FastifyReply, reason: SignInFailure) => FastifyReply
  readonly deliveryCookie: SignInCookie
  readonly placeOf: (key: string) => SamlPlace
  readonly apiUrl: string
  readonly clock: Clock
}

export const createSamlPlaces =
  (apiUrl: string) =>
  (key: string): SamlPlace => ({
    entityId: metadataAddress(apiUrl, key),
    recipient: returnAddress(apiUrl, key),
  })

/**
 * Serves our metadata and receives answers. Another site's form brings an answer without our
 * cookie, so the checked answer waits for the cookie at the return address. A second cookie proves
 * that the same browser brought it (P-IDENTITY-13, P-IDENTITY-14).
 */
export const samlRoutes: FastifyPluginCallbackZod<SamlParts> = (app, parts, done) => {
  const { database, companies, limits, fail, deliveryCookie, placeOf, apiUrl, clock } = parts
  const answers = limits.window({ name: 'saml-answers', points: ANSWERS_PER_NETWORK, windowMs: 10 * MINUTE_MS })
  const reads = limits.window({ name: 'saml-metadata', points: READS_PER_NETWORK, windowMs: 10 * MINUTE_MS })
  const find = async (key: string) => {
    const provider = await companies.find(key)
    return provider?.kind === 'saml' ? provider : undefined
  }

  app.get(
    '/identidade/:provedor/metadados',
    {
      schema: {
        summary: 'Our metadata (SAML 2.0) for the provider of a company',
        params: providerParams,
        response: { 200: string(), 404: problemSchema, 429: problemSchema },
      },
    },
    async ({ ip, params: { provedor } }, reply) => {
      const allowed = await reads.consume(networkOf(ip))
      if (!allowed.ok) throw tooManyRequests(allowed)
      if ((await find(provedor)) === undefined) throw new Problem(404, 'Não há um provedor SAML neste endereço.')
      reply.type('application/samlmetadata+xml; charset=utf-8')
      return samlMetadata(placeOf(provedor))
    },
  )

  app.post(
    '/identidade/:provedor/retorno',
    {
      bodyLimit: MAX_ANSWER_BYTES,
      schema: {
        summary: 'A SAML provider has the browser bring its answer to this address',
        params: providerParams,
        body: object({ SAMLResponse: string().check(maxLength(MAX_ANSWER_BYTES)) }),
      },
    },
    async ({ ip, params: { provedor: key }, body, log }, reply) => {
      if (!(await answers.consume(networkOf(ip))).ok) return fail(reply, 'espere')
      const provider = await find(key)
      if (provider === undefined) return fail(reply, 'desligado')
      const answer = readAnswer(body.SAMLResponse)
      if (answer === undefined) return fail(reply, 'recusado')
      const asked = { provider: key, state: answer.state, at: clock() }
      // Before the signature, whose check takes more than the answer did: nobody is asked who has asked nothing.
      if (!(await createSignIns(database).isOpen(asked))) return fail(reply, 'recomece')
      const checked = await checkAnswer(provider, placeOf(key), answer, asked.at)
      if (checked.status !== 'known') {
        log.warn({ provider: key, checked }, 'a sign-in was refused')
        return fail(reply, FAILURES[checked.status])
      }
      const secret = await database.transaction((tx) => createSignIns(tx).deliver({ ...asked, ...checked }))
      if (secret === undefined) return fail(reply, 'recusado')
      deliveryCookie.set(reply, secret)
      // By GET, so that the browser sends the cookie with which the sign-in began.
      return reply.redirect(returnAddress(apiUrl, key), 303)
    },
  )
  done()
}
