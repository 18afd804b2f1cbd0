import { mayDo, saoPauloDay } from '@atalaia/contracts'
import type { Dossier, GatheredCase, Incident, ListedIncident } from '@atalaia/contracts/incidents'
import type { Database } from '@atalaia/database'
import type { RateLimits } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import { memberOf } from '../../base/access/caller.ts'
import type { FairShares } from '../../base/access/fair-shares.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import type { Clock } from '../../base/clock.ts'
import type { IncidentAct } from './incident-act.ts'
import { clocksOf } from './clocks.ts'
import { fillItems } from './fill-items.ts'
import { createIncidentsRepository, type IncidentRow } from './incidents-repository.ts'

export type DossierWork = { readonly kind: 'dossier'; readonly dossier: Dossier; readonly brand: string }

export type IncidentParts = {
  readonly database: Database
  readonly limits: RateLimits
  readonly brand: string
  readonly shares: Pick<FairShares, 'outside'>
  readonly draw: (organisationId: string, work: DossierWork) => Promise<Buffer>
  readonly clock: Clock
}

export const mayChange = (request: FastifyRequest): boolean => mayDo(memberOf(request).role, 'incidents:write')

export const actOf = (request: FastifyRequest, at: Date): IncidentAct => {
  const { organisationId, accountId: by } = memberOf(request)
  return { organisationId, by, actor: actorOf(request), at }
}

export const listedIncident = (row: IncidentRow, now: Date): ListedIncident => ({
  id: row.id,
  numero: row.number,
  registrado_em: row.registeredAt,
  guardar_ate: row.keptUntil,
  nome: row.facts.nome,
  situacao: row.facts.situacao,
  conhecido_em: row.facts.conhecido_em,
  decisao: row.facts.decisao,
  numero_casos: row.cases,
  lacunas: row.blanks,
  prazos: clocksOf(row.facts, now),
})

const EVENTS_TOLD = 100

const addressesOf = (cases: readonly GatheredCase[]) => new Set(cases.map(({ email }) => email)).size

export const readIncident = async (
  { database, clock }: Pick<IncidentParts, 'database' | 'clock'>,
  request: FastifyRequest,
  row: IncidentRow,
): Promise<Incident> => {
  const now = clock()
  const incidents = createIncidentsRepository(database)
  const cases = await incidents.cases(row.id)
  const organisation = await incidents.organisationName(memberOf(request).organisationId)
  const history = await incidents.events(row.id, EVENTS_TOLD)
  return {
    id: row.id,
    versao: row.version,
    numero: row.number,
    registrado_em: row.registeredAt,
    guardar_ate: row.keptUntil,
    ...row.facts,
    prazos: clocksOf(row.facts, now),
    itens: fillItems(row.items, { facts: row.facts, cases, organisation }),
    numero_casos: cases.length,
    numero_enderecos: addressesOf(cases),
    casos: cases,
    historico: history.events,
    historico_total: history.total,
    avisos: row.notices,
    pode_mudar: mayChange(request),
    pode_excluir: mayDo(memberOf(request).role, 'incidents:remove') && saoPauloDay(now) > row.keptUntil,
  }
}
