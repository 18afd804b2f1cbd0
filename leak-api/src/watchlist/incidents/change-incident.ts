import { saoPauloDay } from '@atalaia/contracts'
import type { AuditAction } from '@atalaia/contracts/audit'
import {
  type ChangedFacts,
  type ChangedItem,
  type GatheredCase,
  type IncidentCaseRef,
  type IncidentFacts,
} from '@atalaia/contracts/incidents'
import type { Database, Queryable } from '@atalaia/database'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import type { AuditFacts } from '../../base/audit/record-audit.ts'
import { isUuid } from '../../numbers/exposure/exposure-repository.ts'
import { changeFacts, factChanges, factsProblem } from './check-facts.ts'
import { writeItems } from './fill-items.ts'
import { caseKey, gatherCases, takeCases } from './gather-cases.ts'
import { auditIncident, writeIncident, type ChangeOutcome, type IncidentAct } from './incident-act.ts'
import { createIncidentsRepository, type IncidentRow, type NewEvent } from './incidents-repository.ts'

type Target = { readonly id: string; readonly version: number }
type Found = { readonly row: IncidentRow; readonly cases: readonly GatheredCase[] }

/** Needs the version that the person saw (P-INCIDENT-5). */
const change = (
  database: Database,
  act: IncidentAct,
  { id, version }: Target,
  work: (transaction: Queryable, found: Found) => Promise<ChangeOutcome>,
): Promise<ChangeOutcome> =>
  database.transaction(async (transaction) => {
    await lockOrganisation(transaction, act.organisationId)
    const incidents = createIncidentsRepository(transaction)
    const row = await incidents.find(act.organisationId, id)
    if (row === undefined) return { status: 'missing' }
    if (row.version !== version) return { status: 'changed' }
    return work(transaction, { row, cases: await incidents.cases(row.id) })
  })

const kindOf = (before: IncidentFacts, after: IncidentFacts): [NewEvent['kind'], AuditAction] => {
  if (before.situacao !== after.situacao)
    return after.situacao === 'encerrado' ? ['encerramento', 'incident.closed'] : ['reabertura', 'incident.reopened']
  return before.decisao === after.decisao ? ['mudanca', 'incident.changed'] : ['decisao', 'incident.decided']
}

/** Facts without people's names. */
const auditFacts = ({
  situacao,
  decisao,
  conhecido_em: known,
  pequeno_porte: small,
  ...facts
}: IncidentFacts): AuditFacts => ({
  state: situacao,
  decision: decisao,
  known,
  small,
  toldAnpd: facts.anpd_em,
  toldPeople: facts.titulares_em,
})

const changedOf = (one: AuditFacts, other: AuditFacts): AuditFacts =>
  Object.fromEntries(Object.entries(one).filter(([name, value]) => other[name] !== value))

/** A closed incident can only be reopened (P-INCIDENT-3). */
export const changeIncident = (
  database: Database,
  act: IncidentAct,
  target: Target,
  { itens = [], ...changed }: ChangedFacts & { readonly itens?: readonly ChangedItem[] | undefined },
): Promise<ChangeOutcome> =>
  change(database, act, target, async (transaction, { row, cases }) => {
    if (row.facts.situacao === 'encerrado' && changed.situacao !== 'aberto') return { status: 'closed' }
    const facts = changeFacts(row.facts, changed)
    const reason = factsProblem(facts, act.at)
    if (reason !== undefined) return { status: 'refused', reason }
    const items = writeItems(row.items, itens)
    const same = (key: string) => JSON.stringify(row.items[key]) === JSON.stringify(items[key])
    const written = [...new Set(itens.map(({ chave }) => chave))].filter((key) => !same(key))
    const changes = [...factChanges(row.facts, facts), ...written.map((key) => ({ campo: key, de: null, para: null }))]
    if (changes.length === 0) return { status: 'done', id: row.id }
    await writeIncident(transaction, act, row.id, { facts, items, cases })
    const [kind, action] = kindOf(row.facts, facts)
    await createIncidentsRepository(transaction).tell(row.id, { at: act.at, by: act.by, kind, changes })
    const [before, after] = [auditFacts(row.facts), auditFacts(facts)]
    await auditIncident(
      transaction,
      act,
      { id: row.id, name: facts.nome },
      {
        action,
        before: changedOf(before, after),
        after: { ...changedOf(after, before), ...(written.length > 0 && { items: written.length }) },
      },
    )
    return { status: 'done', id: row.id }
  })

/** Refreshes the cases that stay, where they still exist. */
export const changeCasesOf = (
  database: Database,
  act: IncidentAct,
  target: Target,
  { incluir, retirar }: { readonly incluir: readonly IncidentCaseRef[]; readonly retirar: readonly IncidentCaseRef[] },
): Promise<ChangeOutcome> =>
  change(database, act, target, async (transaction, { row, cases }) => {
    if (row.facts.situacao === 'encerrado') return { status: 'closed' }
    const gone = new Set(retirar.map(caseKey))
    const kept = cases.map(({ endereco, fonte }) => ({ endereco, fonte })).filter((one) => !gone.has(caseKey(one)))
    const incidents = createIncidentsRepository(transaction)
    const dropped = retirar.filter(({ endereco }) => isUuid(endereco))
    await incidents.dropCases(row.id, dropped)
    const found = await gatherCases(transaction, act.organisationId, [...kept, ...incluir], act.at)
    const { taken, outcome } = takeCases({ refs: incluir, found, before: new Set(kept.map(caseKey)) })
    await incidents.keepCases(row.id, taken)
    const after = await incidents.cases(row.id)
    await writeIncident(transaction, act, row.id, { ...row, cases: after })
    const changes = [{ campo: 'casos', de: String(cases.length), para: String(after.length) }]
    await incidents.tell(row.id, { at: act.at, by: act.by, kind: 'casos', changes })
    await auditIncident(
      transaction,
      act,
      { id: row.id, name: row.facts.nome },
      {
        action: 'incident.changed',
        before: { cases: cases.length },
        after: { cases: after.length },
      },
    )
    return { status: 'done', id: row.id, ...(incluir.length > 0 && { gathered: outcome }) }
  })

export const removeIncident = (database: Database, act: IncidentAct, target: Target): Promise<ChangeOutcome> =>
  change(database, act, target, async (transaction, { row }) => {
    const today = saoPauloDay(act.at)
    if (today <= row.keptUntil) return { status: 'kept' }
    await createIncidentsRepository(transaction).remove(row.id, today)
    await auditIncident(
      transaction,
      act,
      { id: row.id, name: row.facts.nome },
      {
        action: 'incident.removed',
        before: { keptUntil: row.keptUntil },
      },
    )
    return { status: 'done', id: row.id }
  })
