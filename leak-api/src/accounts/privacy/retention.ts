import {
  daysText,
  RETENTION_LABELS,
  RETENTION_NAMES,
  retentionChoice,
  retentionFactsSchema,
  retentionSchema,
  type Retention,
  type RetentionBounds,
} from '@atalaia/contracts/retention'
import type { Database } from '@atalaia/database'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object } from 'zod/mini'
import { authenticationFailures, organisationOf, security, SESSION_ENDED } from '../../base/access/caller.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { recordAudit } from '../../base/audit/record-audit.ts'
import { HOUR_MS, type Clock } from '../../base/clock.ts'
import { repeat, type Repeated } from '../../base/repeat.ts'
import { createRetentionRepository } from './retention-repository.ts'

type RetentionParts = { readonly database: Database; readonly clock: Clock }

const SWEEP_EVERY_MS = HOUR_MS
const owner = { operation: 'ownership:write', whileSuspended: true } as const

/** Refuses a choice outside the operator's bounds (P-PRIVACY-5). */
const demandBounds = (chosen: Retention, bounds: RetentionBounds) => {
  for (const name of RETENTION_NAMES) {
    const days = chosen[name]
    const { least, most } = retentionChoice(name, bounds[name])
    if (days !== null && (days < least || days > most))
      throw new Problem(
        422,
        `${RETENTION_LABELS[name]}: quem opera esta instalação permite de ${daysText(least)} a ${daysText(most)}.`,
      )
  }
}

/** P-PRIVACY-4 */
export const retentionRoutes: FastifyPluginCallbackZod<RetentionParts> = (app, { database, clock }, done) => {
  app.get(
    '/organizacao/retencao',
    {
      schema: {
        summary: 'For how many days the organisation keeps reports, actions of portals and names in the audit log',
        security,
        response: { 200: retentionFactsSchema, ...authenticationFailures },
      },
      config: owner,
    },
    async (request) => {
      const retention = createRetentionRepository(database)
      const found = await retention.find(organisationOf(request))
      if (found === undefined) throw new Problem(401, SESSION_ENDED)
      return { ...found, limites: await retention.bounds() }
    },
  )
  app.post(
    '/organizacao/retencao',
    {
      schema: {
        summary: 'Change for how long the organisation keeps what may go',
        security,
        body: retentionSchema,
        response: { 200: object({}), ...authenticationFailures, 422: problemSchema },
      },
      config: { ...owner, invalid: { status: 422, message: 'Escolha um dos prazos da lista.' } },
    },
    async (request) => {
      const organisationId = organisationOf(request)
      await database.transaction(async (tx) => {
        await lockOrganisation(tx, organisationId)
        const retention = createRetentionRepository(tx)
        demandBounds(request.body, await retention.bounds())
        const before = await retention.find(organisationId)
        await retention.set(organisationId, request.body)
        const act = { action: 'retention.changed', actor: actorOf(request), at: clock() } as const
        await recordAudit(tx, { organisationId, ...act, before, after: request.body })
      })
      return {}
    },
  )
  done()
}

/** Removes expired data, some rows at a time. Several processes may run it at once. */
export const sweepRetention = async (database: Database, now: Date): Promise<void> => {
  while ((await createRetentionRepository(database).sweep(now)) > 0);
}

export type SweepOptions = RetentionParts & {
  readonly onFailure: (error: unknown) => void
}

export const startRetention = ({ database, clock, onFailure }: SweepOptions): Repeated =>
  repeat({ everyMs: SWEEP_EVERY_MS, work: () => sweepRetention(database, clock()), onFailure })
