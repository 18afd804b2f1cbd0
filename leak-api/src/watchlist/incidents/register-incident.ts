import {
  INCIDENT_YEARS,
  MAX_INCIDENTS,
  newIncidentFacts,
  type IncidentCaseRef,
  type IncidentFacts,
} from '@atalaia/contracts/incidents'
import type { Database } from '@atalaia/database'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { factsProblem, normalInstant } from './check-facts.ts'
import { keptUntil } from './clocks.ts'
import { gatherCases, takeCases } from './gather-cases.ts'
import { auditIncident, writeIncident, type ChangeOutcome, type IncidentAct } from './incident-act.ts'
import { createIncidentsRepository, incidentList } from './incidents-repository.ts'

/** P-INCIDENT-1 */
export const registerIncident = (
  database: Database,
  act: IncidentAct,
  wanted: Pick<IncidentFacts, 'nome' | 'conhecido_em' | 'pequeno_porte'> & {
    readonly casos: readonly IncidentCaseRef[]
  },
): Promise<ChangeOutcome> =>
  database.transaction(async (transaction) => {
    const { organisationId, by, at } = act
    await lockOrganisation(transaction, organisationId)
    const incidents = createIncidentsRepository(transaction)
    const facts = newIncidentFacts({
      nome: wanted.nome.trim(),
      conhecido_em: normalInstant(wanted.conhecido_em),
      pequeno_porte: wanted.pequeno_porte,
    })
    const reason = factsProblem(facts, at)
    if (reason !== undefined) return { status: 'refused', reason }
    if ((await incidentList.count(transaction, { organisationId })) >= MAX_INCIDENTS)
      return { status: 'refused', reason: `O registro tem o máximo de ${MAX_INCIDENTS} incidentes.` }
    const row = { registeredAt: at.toISOString(), keptUntil: keptUntil(at, INCIDENT_YEARS), facts }
    const id = await incidents.register(organisationId, row)
    const found = await gatherCases(transaction, organisationId, wanted.casos, at)
    const { taken, outcome } = takeCases({ refs: wanted.casos, found, before: new Set() })
    await incidents.keepCases(id, taken)
    const cases = await incidents.cases(id)
    await writeIncident(transaction, act, id, { facts, items: {}, cases })
    await incidents.tell(id, { at, by, kind: 'registro', changes: [] })
    const after = { known: facts.conhecido_em, cases: cases.length, keptUntil: row.keptUntil }
    await auditIncident(transaction, act, { id, name: facts.nome }, { action: 'incident.registered', after })
    return { status: 'done', id, ...(wanted.casos.length > 0 && { gathered: outcome }) }
  })
