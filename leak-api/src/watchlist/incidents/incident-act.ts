import type { AuditAction } from '@atalaia/contracts/audit'
import type { GatheredCase, GatherOutcome, IncidentFacts } from '@atalaia/contracts/incidents'
import type { Queryable } from '@atalaia/database'
import { recordAudit, type AuditActor, type AuditFacts } from '../../base/audit/record-audit.ts'
import { blanksOf, fillItems, type WrittenItems } from './fill-items.ts'
import { createIncidentsRepository } from './incidents-repository.ts'

export type IncidentAct = {
  readonly organisationId: string
  readonly by: string
  readonly actor: AuditActor
  readonly at: Date
}

/** `missing`: no such incident. `changed`: by somebody else. `refused`: invalid. */
export type ChangeOutcome =
  | { readonly status: 'done'; readonly id: string; readonly gathered?: GatherOutcome }
  | { readonly status: 'missing' | 'changed' | 'closed' | 'kept' }
  | { readonly status: 'refused'; readonly reason: string }

type Told = { readonly action: AuditAction; readonly before?: AuditFacts; readonly after?: AuditFacts }

/** Call last in the transaction. */
export const auditIncident = (
  transaction: Queryable,
  act: IncidentAct,
  { id, name }: { id: string; name: string },
  told: Told,
) => {
  const { organisationId, actor, at } = act
  return recordAudit(transaction, { organisationId, actor, at, target: { kind: 'incident', id, name }, ...told })
}

type Written = { readonly facts: IncidentFacts; readonly items: WrittenItems; readonly cases: readonly GatheredCase[] }
/** Raises the version, and counts blanks. */
export const writeIncident = async (
  transaction: Queryable,
  { organisationId }: IncidentAct,
  id: string,
  written: Written,
) => {
  const { facts, items, cases } = written
  const incidents = createIncidentsRepository(transaction)
  const organisation = await incidents.organisationName(organisationId)
  const blanks = blanksOf(fillItems(items, { facts, cases, organisation }))
  await incidents.write({ id, facts, items, blanks, cases: cases.length })
}
