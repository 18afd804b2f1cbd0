import { createHmac } from 'node:crypto'
import { saoPauloDay } from '@atalaia/contracts'
import { sql, type Queryable } from '@atalaia/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { nullable, object, string } from 'zod/mini'
import { tenantOf } from '../base/access/caller.ts'
import { reachable, type Tenant } from '../base/access/tenancy.ts'
import { MINUTE_MS, type Clock } from '../base/clock.ts'
import type { KeyRing } from '../base/key-ring.ts'
import { reachableRun } from './analysis-repository.ts'
import type { Visits } from './visits.ts'

type Part = 'addresses' | 'analyses' | 'summary'

/** Links live three times as long (M-NUM-10). */
const LINKS_REUSED_MS = 5 * MINUTE_MS

const stateSchema = object({ leaks: string(), addresses: string(), runs: string(), reports: nullable(string()) })

const revision = ({ organisationId }: Tenant) =>
  sql`(SELECT coalesce(max(revision), 0)::text FROM organisation_total WHERE organisation_id = ${organisationId})`
const rows = (tenant: Tenant) => sql`(SELECT concat_ws(' ', count(*), sum(hashtextextended(id::text || xmin::text, 0)))
        FROM monitored_address WHERE ${reachable(tenant)})`

/**
 * Changes with every committed change that could alter an answer, and with nothing out of reach.
 * `xmin`, the writing transaction, and the id represent a row's content. Counts no leaks.
 */
const readState = async (database: Queryable, tenant: Tenant) => {
  const [state] = await database.query(
    stateSchema,
    sql`SELECT
       (SELECT concat_ws(' ', count(*), max(id), sum(lines_new), count(finished_at), max(finished_at)) FROM import) AS leaks,
       ${tenant.rows === 'all' ? revision(tenant) : rows(tenant)} AS addresses,
       (SELECT concat_ws(' ', count(*), max(id)) FROM analysis WHERE ${reachableRun(tenant)}) AS runs,
       (SELECT max(serial)::text FROM report WHERE ${reachable(tenant)}) AS reports`,
  )
  if (state === undefined) throw new Error('the database gave no state back')
  return state
}

export type FreshnessParts = {
  readonly database: Queryable
  readonly visits: Visits
  /** Makes tags unguessable: they contain counts of all organisations. */
  readonly ring: KeyRing
  readonly clock: Clock
}

/** Hooks of reads that browsers keep and revalidate (P-API-19). */
export type FreshHooks = {
  /** Answers 304 when the caller has the current answer. */
  readonly preHandler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>
  /** Does not tag failures. */
  readonly onSend: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/**
 * Tags differ by account, or by client and reach. Computed before the data: a change in between
 * costs one answer, and never hides.
 */
export type Freshness = (part: Part) => FreshHooks

export const createFreshness = ({ database, visits, ring, clock }: FreshnessParts): Freshness => {
  const factsOf = async (part: Part, request: FastifyRequest): Promise<readonly unknown[]> => {
    const tenant = tenantOf(request)
    const { leaks, addresses, runs, reports } = await readState(database, tenant)
    const now = clock()
    switch (part) {
      case 'addresses':
        return [leaks, addresses, await visits.sinceOf(request)]
      case 'analyses':
        return [runs, saoPauloDay(now)]
      case 'summary':
        return [leaks, addresses, reports, Math.floor(now.getTime() / LINKS_REUSED_MS)]
    }
  }
  const tags = new WeakMap<FastifyRequest, string>()
  return (part) => ({
    preHandler: async (request, reply) => {
      const { caller } = request
      const who = caller?.kind === 'portal' ? caller.clientId : caller?.accountId
      const tenant = tenantOf(request)
      const facts = await factsOf(part, request)
      const text = JSON.stringify([part, caller?.kind, who, tenant, ...facts])
      const tag = `W/"${createHmac('sha256', ring.current.secret).update(`etag\n${text}`).digest('base64url').slice(0, 22)}"`
      tags.set(request, tag)
      return isListed(tag, request.headers['if-none-match']) ? reply.code(304).send() : undefined
    },
    onSend: async (request, reply) => {
      const etag = tags.get(request)
      if (etag !== undefined && KEPT.has(reply.statusCode))
        reply.headers({ etag, 'cache-control': 'private, no-cache' })
    },
  })
}

const KEPT = new Set([200, 304])

/** Weak comparison (RFC 9110, section 8.8.3.2). `*` matches no copy. */
const isListed = (tag: string, header: string | undefined): boolean =>
  header?.split(',').some((listed) => listed.trim() === tag) === true
