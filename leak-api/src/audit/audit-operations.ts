import { auditRowSchema } from '@atalaia/contracts/audit'
import type { Database } from '@atalaia/database'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import {
  array,
  boolean,
  discriminatedUnion,
  enum as oneOf,
  int,
  literal,
  object,
  optional,
  regex,
  string,
  type infer as Infer,
} from 'zod/mini'
import { normalAddress } from '../address.ts'
import { createAuditRepository, organisationOfAccount } from './audit-repository.ts'
import { readRow } from './read-row.ts'
import { CHAIN_FAULTS, verifyChain } from './verify-chain.ts'

/** The paths of the operations on audit logs. */
export const AUDIT_VERIFY_PATH = '/audit/verify'
export const AUDIT_ROWS_PATH = '/audit/rows'
const ROWS_AT_ONCE = 1000

/** A row as it was noted elsewhere: its number and its hash. */
const ROW = /^([1-9]\d{0,14}):([\da-f]{64})$/

const which = {
  organisation: optional(string().check(regex(/^\d{1,18}$/, 'is a number'))),
  account: optional(string()),
}
const common = { organisationId: string(), rows: int(), erased: int() }
const reportSchema = discriminatedUnion('status', [
  object({ ...common, status: literal('whole'), head: string() }),
  object({ ...common, status: literal('broken'), ordinal: int(), fault: oneOf(CHAIN_FAULTS) }),
])
export const auditReportsSchema = array(reportSchema)
export type AuditReport = Infer<typeof reportSchema>
export const auditRowsSchema = object({ rows: array(auditRowSchema), more: boolean() })

type Asked = { readonly organisation?: string | undefined; readonly account?: string | undefined }

/** Operations of the operator socket on audit logs (P-AUDIT-3). */
export const auditOperations: FastifyPluginCallbackZod<{ readonly tools: { readonly database: Database } }> = (
  app,
  { tools: { database } },
  done,
) => {
  const repository = createAuditRepository(database)
  /** The one that is meant; `undefined`: none is named. */
  const meant = async ({ organisation, account: email }: Asked): Promise<string | undefined> => {
    if (email === undefined) return organisation
    const found = await organisationOfAccount(database, normalAddress(email))
    if (found === undefined) throw new Problem(404, `account ${email}: there is none; its organisation is meant`)
    return found
  }

  app.get(
    AUDIT_VERIFY_PATH,
    {
      schema: {
        querystring: object({ ...which, row: optional(string().check(regex(ROW, 'is NUMBER:HASH, 64 hex digits'))) }),
        response: { 200: auditReportsSchema, 404: problemSchema, 422: problemSchema },
      },
    },
    async ({ query }) => {
      const one = await meant(query)
      const [, ordinal, hash = ''] = ROW.exec(query.row ?? '') ?? []
      const known = ordinal === undefined ? undefined : { ordinal: Number(ordinal), hash }
      if (known !== undefined && one === undefined) throw new Problem(422, 'row: say whose it is, by --organisation')
      const reports = []
      for (const id of one === undefined ? await repository.organisations() : [one])
        reports.push(await verifyChain(database, id, known))
      return reports
    },
  )

  app.get(
    AUDIT_ROWS_PATH,
    {
      schema: {
        querystring: object({ ...which, after: string().check(regex(/^\d{1,15}$/)) }),
        response: { 200: auditRowsSchema, 404: problemSchema, 422: problemSchema },
      },
    },
    async ({ query }) => {
      const id = await meant(query)
      if (id === undefined) throw new Problem(422, 'say whose log is meant')
      if ((await repository.head(id)) === undefined) throw new Problem(404, `organisation ${id}: it has no log`)
      const rows = await repository.after(id, Number(query.after), ROWS_AT_ONCE)
      return { rows: rows.map(readRow), more: rows.length === ROWS_AT_ONCE }
    },
  )
  done()
}
