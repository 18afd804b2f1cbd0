import {
  dossierSchema,
  INCIDENT_ITEMS,
  INCIDENT_NOTICE,
  type Dossier,
  type FilledItem,
} from '@atalaia/contracts/incidents'
import type { Queryable } from '@atalaia/database'
import { createMembersRepository } from '../../base/people/members-repository.ts'
import { documentDigest } from '../documents/document-digest.ts'
import { clocksOf } from './clocks.ts'
import { fillItems } from './fill-items.ts'
import { createIncidentsRepository, type IncidentRow } from './incidents-repository.ts'

const REGULATION = 'Resolução CD/ANPD nº 15, de 24 de abril de 2024'

const EVENTS_TOLD = 1_000

const named = (item: FilledItem) => {
  const known = INCIDENT_ITEMS.find(({ chave }) => chave === item.chave)
  return { ...item, parte: known?.parte ?? '', numero: known?.numero ?? '', item: known?.texto ?? '' }
}

/** Includes the digest of the content (P-INCIDENT-6). */
export const readDossier = async (
  database: Queryable,
  { organisationId, row, now }: { readonly organisationId: string; readonly row: IncidentRow; readonly now: Date },
): Promise<Dossier> => {
  const incidents = createIncidentsRepository(database)
  const cases = await incidents.cases(row.id)
  const organisation = await incidents.organisationName(organisationId)
  const { total, events } = await incidents.events(row.id, EVENTS_TOLD)
  const conteudo: Dossier['conteudo'] = {
    organizacao: await createMembersRepository(database).nameOf(organisationId),
    incidente: {
      id: row.id,
      versao: row.version,
      numero: row.number,
      registrado_em: row.registeredAt,
      guardar_ate: row.keptUntil,
      ...row.facts,
    },
    itens: fillItems(row.items, { facts: row.facts, cases, organisation }).map(named),
    casos: cases,
    historico: events,
    ...(row.notices.enviados > 0 && { avisos: row.notices }),
    ...(total > events.length && { historico_anteriores: total - events.length }),
  }
  return dossierSchema.parse({
    formato: 'atalaia/incidente-lgpd',
    versao_do_formato: 1,
    norma: REGULATION,
    aviso: INCIDENT_NOTICE,
    gerado_em: now.toISOString(),
    sha256: documentDigest(conteudo),
    prazos: clocksOf(row.facts, now),
    conteudo,
  })
}
