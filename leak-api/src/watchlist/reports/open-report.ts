import type { Queryable } from '@atalaia/database'
import { createIssuedDocuments } from '../documents/issued-documents.ts'
import { reportFactsSchema, type ReportFacts } from './report-facts.ts'
import type { ReportsRepository } from './reports-repository.ts'

type Parts = { readonly database: Queryable; readonly reports: ReportsRepository; readonly brand: string }
type Opened = { readonly name: string; readonly file: Buffer }

/** Separates two documents about one address on one day (P-REPORT-9, M-NUM-11). */
const NAME_DIGITS = 8

/** Replaces non-ASCII, and signs that file systems refuse, by `_`. */
const fileName = (digest: string, ...parts: readonly string[]) =>
  `${['relatorio', ...parts].join('-').replaceAll(/[^\w.@+-]/g, '_')}-${digest.slice(0, NAME_DIGITS)}.pdf`

/** Without accents, lower case, short. */
const plainName = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\da-z]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)

const openChange = async ({ database, reports, brand }: Parts, id: string): Promise<Opened | undefined> => {
  const report = await reports.findSigned(id)
  if (report === undefined) return undefined
  const { organisationId, address, day, snapshot } = report
  const documents = createIssuedDocuments(database)
  const at = new Date(`${day}T12:00:00Z`)
  const facts = { tipo: 'mudanca', id, endereco: address, dia: day, ...snapshot }
  const issued = await documents.issue({
    organisationId,
    kind: 'mudanca',
    title: address,
    facts,
    keepsFacts: false,
    at,
  })
  if (issued === undefined) return undefined
  // Late: the library of PDF is the largest of the server, and would take a good part of its start.
  const { renderChangeReport } = await import('./change-report.ts')
  const file = await renderChangeReport(report, { brand, at, digest: issued.digest })
  return { name: fileName(issued.digest, address, day), file: await documents.handOver(issued.id, file) }
}

const render = async (facts: ReportFacts, issue: { brand: string; at: Date; digest: string }): Promise<Opened> => {
  const days = [facts.de, 'a', facts.ate]
  if (facts.tipo === 'endereco') {
    const { renderAddressReport } = await import('./address-report.ts')
    return { name: fileName(issue.digest, facts.email, ...days), file: await renderAddressReport(facts, issue) }
  }
  const { renderOrganisationReport } = await import('./organisation-report.ts')
  const name = plainName(facts.organizacao) || 'organizacao'
  return { name: fileName(issue.digest, name, ...days), file: await renderOrganisationReport(facts, issue) }
}

/** `undefined`: no such id. */
export const openReport = async (parts: Parts, id: string): Promise<Opened | undefined> => {
  const documents = createIssuedDocuments(parts.database)
  const made = await documents.facts(id)
  if (made === undefined) return openChange(parts, id)
  const facts = reportFactsSchema.safeParse(made.facts)
  if (!facts.success) return undefined
  const { name, file } = await render(facts.data, {
    brand: parts.brand,
    at: new Date(facts.data.emitido_em),
    digest: made.digest,
  })
  return { name, file: await documents.handOver(id, file) }
}
