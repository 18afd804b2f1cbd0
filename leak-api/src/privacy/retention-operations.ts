import { RETENTION, RETENTION_NAMES, retentionBoundsSchema } from '@atalaia/contracts/retention'
import type { Database } from '@atalaia/database'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { enum as oneOf, int, nullable, object } from 'zod/mini'
import { INSTALLATION } from '../audit/audit-repository.ts'
import { recordActs } from '../audit/record-audit.ts'
import type { Clock } from '../clock.ts'
import { createRetentionRepository } from './retention-repository.ts'

/** The path of the operations on the bounds between which organisations choose their retention times. */
export const RETENTION_PATH = '/retention'

const orderSchema = object({ name: oneOf(RETENTION_NAMES), minimo: nullable(int()), maximo: nullable(int()) })
/** The number of organisations whose own choice lies outside of the bound. */
export const boundedSchema = object({ outside: int() })

/** Operations of the operator socket on the bounds of retention (P-PRIVACY-5). They are the machine's alone: they remove data of all. */
export const retentionOperations: FastifyPluginCallbackZod<{
  readonly tools: { readonly database: Database; readonly clock: Clock }
}> = (app, { tools: { database, clock } }, done) => {
  app.get(RETENTION_PATH, { schema: { response: { 200: retentionBoundsSchema } } }, () =>
    createRetentionRepository(database).bounds(),
  )
  app.put(
    RETENTION_PATH,
    { schema: { body: orderSchema, response: { 200: boundedSchema, 422: problemSchema } } },
    async ({ body: { name, ...bound } }) => {
      const { least, most } = RETENTION[name]
      const [from, to] = [bound.minimo ?? least, bound.maximo ?? most]
      if (from < least || to > most || from > to)
        throw new Problem(422, `${from} to ${to} days: the bounds lie between ${least} and ${most}, the least first`)
      return database.transaction(async (tx) => {
        const retention = createRetentionRepository(tx)
        const before = { prazo: name, ...(await retention.bounds())[name] }
        await retention.setBound(name, bound)
        const outside = await retention.outside(name, bound)
        const act = { action: 'retention.bounded', actor: { kind: 'operator' }, at: clock(), before } as const
        const after = { prazo: name, ...bound }
        await recordActs(
          tx,
          [INSTALLATION, ...outside].map((id) => ({ organisationIds: [id], act: { ...act, after } })),
        )
        return { outside: outside.length }
      })
    },
  )
  done()
}
