import { renderDossier } from '../incidents/dossier-pdf.ts'
import type { DossierWork } from '../incidents/incident-answer.ts'
import { renderAddressReport } from '../reports/address-report.ts'
import { renderChangeReport } from '../reports/change-report.ts'
import type { ReportWork } from '../reports/open-report.ts'
import { renderOrganisationReport } from '../reports/organisation-report.ts'

export type DrawWork = DossierWork | ReportWork

const render = (work: DrawWork): Promise<Buffer> => {
  if (work.kind === 'dossier') return renderDossier(work.dossier, work.brand)
  if (work.kind === 'change') return renderChangeReport(work.report, work.issue)
  const { facts, issue } = work
  return facts.tipo === 'endereco' ? renderAddressReport(facts, issue) : renderOrganisationReport(facts, issue)
}

export const draw = async (work: DrawWork): Promise<Uint8Array> => new Uint8Array(await render(work))
