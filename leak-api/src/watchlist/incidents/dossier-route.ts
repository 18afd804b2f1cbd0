import { saoPauloDay } from '@atalaia/contracts'
import { dossierFileSchema, dossierSchema } from '@atalaia/contracts/incidents'
import type { Queryable } from '@atalaia/database'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { enum as oneOf, object, string, union } from 'zod/mini'
import { HOUR_MS } from '../../base/clock.ts'
import { accountOf, authenticationFailures, organisationOf, security } from '../../base/access/caller.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { recordAudit, type AuditActor } from '../../base/audit/record-audit.ts'
import { createIssuedDocuments } from '../documents/issued-documents.ts'
import { tooManyRequests } from '../../base/problems.ts'
import { readDossier } from './dossier.ts'
import type { IncidentParts } from './incident-answer.ts'
import { createIncidentsRepository } from './incidents-repository.ts'

const DOSSIERS_PER_HOUR = 60
const NOT_HERE = 'Este incidente não está no registro da sua organização.'
const formatSchema = oneOf(['json', 'pdf'])

type Order = {
  readonly organisationId: string
  readonly id: string
  readonly format: string
  readonly actor: AuditActor
  readonly now: Date
}

const issueDossier = async (transaction: Queryable, { organisationId, id, format, actor, now }: Order) => {
  await lockOrganisation(transaction, organisationId)
  const incidents = createIncidentsRepository(transaction)
  const row = await incidents.find(organisationId, id)
  if (row === undefined) throw new Problem(404, NOT_HERE)
  const dossier = await readDossier(transaction, { organisationId, row, now })
  await incidents.handOver(row.id, row.version)
  const issued = await createIssuedDocuments(transaction).issue({
    organisationId,
    kind: 'lgpd',
    title: row.facts.nome,
    facts: dossier.conteudo,
    keepsFacts: false,
    at: now,
  })
  await recordAudit(transaction, {
    organisationId,
    actor,
    at: now,
    action: 'incident.exported',
    target: { kind: 'incident', id: row.id, name: row.facts.nome },
    after: { format, version: row.version, sha256: dossier.sha256 },
  })
  return { dossier, issued }
}

/** Its holder has the register, which the organisation's deletion requires (P-INCIDENT-7). */
export const dossierRoute: FastifyPluginCallbackZod<IncidentParts> = (
  app,
  { database, limits, brand, shares, draw, clock },
  done,
) => {
  const dossiers = limits.window({ name: 'incident-dossiers', points: DOSSIERS_PER_HOUR, windowMs: HOUR_MS })
  app.get(
    '/incidentes/:id/dossie',
    {
      schema: {
        summary: 'The dossier of an incident: as JSON, or as a PDF in base64',
        security,
        params: object({ id: string() }),
        querystring: object({ formato: formatSchema }),
        response: {
          200: union([dossierSchema, dossierFileSchema]),
          ...authenticationFailures,
          404: problemSchema,
          422: problemSchema,
        },
      },
      config: {
        operation: 'incidents:read',
        compressed: true,
        invalid: { status: 422, message: 'Escolha o formato.' },
      },
    },
    async (request, reply) => {
      const allowed = await dossiers.consume(accountOf(request))
      if (!allowed.ok) throw tooManyRequests(allowed)
      const { formato: format } = request.query
      const now = clock()
      const organisationId = organisationOf(request)
      const order = { organisationId, id: request.params.id, format, now }
      const { dossier, issued } = await database.transaction((transaction) =>
        issueDossier(transaction, { ...order, actor: actorOf(request) }),
      )
      const { sha256 } = dossier
      const nome = `incidente-${dossier.conteudo.incidente.numero}-${saoPauloDay(now)}-${sha256.slice(0, 8)}.${format}`
      if (format === 'json') {
        reply.header('content-disposition', `attachment; filename="${nome}"`)
        return dossier
      }
      const file = await shares.outside(request, reply, () => draw(organisationId, { kind: 'dossier', dossier, brand }))
      if (issued) await createIssuedDocuments(database).handOver(issued.id, file)
      return { nome, sha256, arquivo: file.toString('base64') }
    },
  )
  done()
}
