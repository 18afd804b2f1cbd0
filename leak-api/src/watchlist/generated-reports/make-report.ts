import type { Queryable } from '@atalaia/database'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { recordAudit, type AuditActor } from '../../base/audit/record-audit.ts'
import { createIssuedDocuments, type IssuedDocument } from '../documents/issued-documents.ts'
import { collectAddressData, collectOrganisationData, type Asked } from './collect-report-data.ts'
import { organisationName } from '../reports/report-parts.ts'

export type NewReport = Asked & {
  /** Default: a report about the organisation. */
  readonly monitoredId?: string | undefined
  readonly actor: AuditActor
  /** Runs in the same transaction, before the log. */
  readonly onIssued?: (issued: IssuedDocument) => Promise<void>
}

/**
 * Call in a transaction, which fixes the organisation's numbers. `undefined`: no such address or
 * organisation, or the month has its report.
 */
export const makeReport = async (
  transaction: Queryable,
  { monitoredId, actor, onIssued, ...asked }: NewReport,
): Promise<(IssuedDocument & { readonly title: string }) | undefined> => {
  const { organisationId, occasion, period, at } = asked
  await lockOrganisation(transaction, organisationId)
  const facts =
    monitoredId === undefined
      ? await collectOrganisationData(transaction, asked)
      : await collectAddressData(transaction, asked, monitoredId)
  if (facts === undefined) return undefined
  const title = facts.tipo === 'endereco' ? facts.email : organisationName(facts.organizacao)
  const document = { organisationId, kind: facts.tipo, title, facts, occasion, period, at }
  const issued = await createIssuedDocuments(transaction).issue(document)
  if (issued === undefined) return undefined
  await onIssued?.(issued)
  const after = { kind: facts.tipo, occasion, from: period.from, to: period.to, digest: issued.digest }
  await recordAudit(transaction, { organisationId, action: 'report.made', actor, at, after })
  return { ...issued, title }
}
