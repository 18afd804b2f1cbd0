import type { Queryable } from '@atalaia/database'
import type { DocumentFacts } from '../documents/document-writer.ts'
import { createIssuedDocuments } from '../documents/issued-documents.ts'
import { reportFactsSchema, type ReportFacts } from './report-facts.ts'
import type { ReportDocument, ReportsRepository } from './reports-repository.ts'

export type ReportWork = { readonly issue: Omit<DocumentFacts, 'title' | 'footer'> } & (
  | { readonly kind: 'change'; readonly report: ReportDocument }
  | { readonly kind: 'period'; readonly facts: ReportFacts }
)
export type DrawReport = (organisationId: string, work: ReportWork) => Promise<Buffer>

type Parts = {
  readonly database: Queryable
  readonly reports: ReportsRepository
  readonly brand: string
  readonly draw: DrawReport
}
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

const openChange = async ({ database, reports, brand, draw }: Parts, id: string): Promise<Opened | undefined> => {
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
  const file = await draw(organisationId, { kind: 'change', report, issue: { brand, at, digest: issued.digest } })
  return { name: fileName(issued.digest, address, day), file: await documents.handOver(issued.id, file) }
}

const nameOf = (facts: ReportFacts, digest: string): string => {
  const about = facts.tipo === 'endereco' ? facts.email : plainName(facts.organizacao) || 'organizacao'
  return fileName(digest, about, facts.de, 'a', facts.ate)
}

/** `undefined`: no such id. */
export const openReport = async (parts: Parts, id: string): Promise<Opened | undefined> => {
  const documents = createIssuedDocuments(parts.database)
  const made = await documents.facts(id)
  if (made === undefined) return openChange(parts, id)
  const facts = reportFactsSchema.safeParse(made.facts)
  if (!facts.success) return undefined
  const { organisationId, digest } = made
  const issue = { brand: parts.brand, at: new Date(facts.data.emitido_em), digest }
  const file = await parts.draw(organisationId, { kind: 'period', facts: facts.data, issue })
  return { name: nameOf(facts.data, digest), file: await documents.handOver(id, file) }
}
