import { createHmac } from 'node:crypto'
import { saoPauloDay } from '@atalaia/contracts'
import { sql, type Queryable } from '@atalaia/database'
import { codingFor } from '@atalaia/server'
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import { object, string } from 'zod/mini'
import { shareOf } from '../base/access/authenticate.ts'
import { tenantOf, type FreshPart } from '../base/access/caller.ts'
import type { FairShares } from '../base/access/fair-shares.ts'
import type { Tenant } from '../base/access/tenancy.ts'
import { MINUTE_MS, type Clock } from '../base/clock.ts'
import type { KeyRing } from '../base/key-ring.ts'
import { tenantState } from './answer-state.ts'
import { createKeptAnswers } from './kept-answers.ts'
import type { Visits } from './visits.ts'

/** Links live three times as long (M-NUM-10). */
const LINKS_REUSED_MS = 5 * MINUTE_MS

const stateSchema = object({ state: string() })

const readState = async (database: Queryable, part: FreshPart, tenant: Tenant): Promise<string> => {
  const [row] = await database.query(stateSchema, sql`SELECT ${tenantState(part, tenant)} AS state`)
  if (row === undefined) throw new Error('the database gave no state back')
  return row.state
}

export type FreshnessParts = {
  readonly database: Queryable
  readonly visits: Visits
  /** Makes tags unguessable: they contain counts of all organisations. */
  readonly ring: KeyRing
  readonly shares: Pick<FairShares, 'enter'>
  readonly clock: Clock
}

/** For reads that browsers keep and revalidate (P-API-19). */
export type FreshRoute = {
  readonly config: FastifyContextConfig
  /** Answers 304 when the caller has the current answer, or the kept answer (P-API-100). */
  readonly preHandler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>
  readonly onSend: (request: FastifyRequest, reply: FastifyReply, payload: unknown) => Promise<unknown>
}

/**
 * Tags differ by account, or by client and reach. Computed before the data: a change in between
 * costs one answer, and never hides.
 */
export type Freshness = (part: FreshPart, config: FastifyContextConfig) => FreshRoute

type Known = { readonly etag: string; readonly key: string | undefined }

export const createFreshness = ({ database, visits, ring, shares, clock }: FreshnessParts): Freshness => {
  const kept = createKeptAnswers()
  const factsOf = async (part: FreshPart, request: FastifyRequest): Promise<readonly unknown[]> => {
    const { caller } = request
    const told = caller?.kind === 'session' ? caller.state : null
    const state = told ?? (await readState(database, part, tenantOf(request)))
    const now = clock()
    switch (part) {
      case 'addresses':
        return [state, await visits.sinceOf(request)]
      case 'analyses':
        return [state, saoPauloDay(now)]
      case 'summary':
        return [state, Math.floor(now.getTime() / LINKS_REUSED_MS)]
    }
  }
  const knownOf = async (part: FreshPart, request: FastifyRequest): Promise<Known> => {
    const { caller } = request
    const who = caller?.kind === 'portal' ? caller.clientId : caller?.accountId
    const tenant = tenantOf(request)
    const { id, secret } = ring.current
    const rights = JSON.stringify([id, part, caller?.kind, tenant, ...(await factsOf(part, request))])
    const tag = createHmac('sha256', secret).update(`etag\n${who}\n${rights}`).digest('base64url').slice(0, 22)
    // Limited tenants have no cheap state, and few calls.
    const key = tenant.rows === 'all' ? `${rights} ${codingFor(request) ?? ''} ${request.url}` : undefined
    return { etag: `W/"${tag}"`, key }
  }
  const known = new WeakMap<FastifyRequest, Known>()
  return (part, config) => ({
    config: { ...config, fresh: part },
    preHandler: async (request, reply) => {
      const share = shareOf(tenantOf(request))
      if (part === 'addresses' && visits.isDue(request)) await shares.enter(request, reply, share)
      const { etag, key } = await knownOf(part, request)
      known.set(request, { etag, key })
      if (isListed(etag, request.headers['if-none-match'])) return reply.code(304).send()
      const keptAnswer = () => (key === undefined ? undefined : kept.get(key))
      let answer = keptAnswer()
      if (answer === undefined) {
        await shares.enter(request, reply, share)
        // Another call may have computed it meanwhile.
        answer = keptAnswer()
      }
      if (answer === undefined) return undefined
      known.set(request, { etag, key: undefined })
      return reply.headers(answer.headers).send(answer.body)
    },
    onSend: async (request, reply, payload) => {
      const { etag, key } = known.get(request) ?? {}
      if (etag === undefined || !KEPT.has(reply.statusCode)) return payload
      reply.headers({ etag, 'cache-control': 'private, no-cache' })
      if (key !== undefined && reply.statusCode === 200 && (typeof payload === 'string' || Buffer.isBuffer(payload)))
        kept.keep(key, { body: Buffer.from(payload), headers: headersOf(reply) })
      return payload
    },
  })
}

const KEPT = new Set([200, 304])

const headersOf = (reply: FastifyReply) =>
  Object.fromEntries(
    ['content-type', 'content-encoding'].flatMap((name) => {
      const value = reply.getHeader(name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )

/** Weak comparison (RFC 9110, section 8.8.3.2). `*` matches no copy. */
const isListed = (tag: string, header: string | undefined): boolean =>
  header?.split(',').some((listed) => listed.trim() === tag) === true
