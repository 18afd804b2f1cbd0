import { PRODUCT_ROUTES, type Severity } from '@atalaia/contracts'
import { greatestSeverity } from '../../numbers/severity/severity.ts'
import { maskAddress } from '../../base/address.ts'
import { byAddress, type ReportedFinding } from './new-findings.ts'

const MAX_ADDRESSES = 5
const MAX_SOURCES = 3
const MAX_TITLE = 80

const LEVELS: Readonly<Record<string, string>> = { baixa: 'baixa', media: 'média', alta: 'alta', critica: 'crítica' }

/** An address of a message. `shown`: its first letter and its domain. */
type AlertRow = {
  readonly shown: string
  readonly level: Severity['nivel']
  readonly sources: string
  /** All of that in one line. */
  readonly text: string
  readonly label: string
  readonly link: string
}

/** Shows an address's first letter and domain, and nothing of a password (M-ALERT-4). */
export type AlertContent = {
  readonly subject: string
  readonly lead: string
  readonly rows: readonly AlertRow[]
  readonly others: number
  readonly place: string
}

export const pageOf = (origin: string, monitoredId: string): string => `${listOf(origin)}/${monitoredId}`
export const listOf = (origin: string): string => `${origin}${PRODUCT_ROUTES.analytics}/enderecos`

const levelOf = (severity: Severity) => `gravidade ${LEVELS[severity.nivel] ?? severity.nivel}`
/** A case that an import has reopened (M-ALERT-6). */
export const isReopened = ({ reopenedAt }: ReportedFinding): boolean => reopenedAt !== null
export const titleOf = (finding: ReportedFinding) => {
  const title = (finding.title ?? finding.source).replaceAll(/\s+/g, ' ').slice(0, MAX_TITLE)
  return isReopened(finding) ? `${title} (caso reaberto)` : title
}
const severityOf = (findings: readonly ReportedFinding[]) => greatestSeverity(findings.map(({ severity }) => severity))

const mostSevereFirst = (told: readonly ReportedFinding[]): ReportedFinding[][] =>
  [...byAddress(told).values()].toSorted((one, other) => severityOf(other).pontos - severityOf(one).pontos)

const sourcesOf = (findings: readonly ReportedFinding[]): string => {
  const named = findings.slice(0, MAX_SOURCES).map(titleOf).join('; ')
  const others = findings.length - MAX_SOURCES
  return others > 0 ? `${named}; e mais ${others}` : named
}

const subjectOf = (told: readonly ReportedFinding[], level: string): string => {
  const reopened = told.filter(isReopened).length
  const found = told.length - reopened
  if (told.length === 1) return reopened === 1 ? `Caso reaberto de ${level}` : `Vazamento novo de ${level}`
  const parts = [
    ...(found === 0 ? [] : [found === 1 ? '1 vazamento novo' : `${found} vazamentos novos`]),
    ...(reopened === 0 ? [] : [reopened === 1 ? '1 caso reaberto' : `${reopened} casos reabertos`]),
  ]
  return `${parts.join(' e ')}, até ${level}`
}

/** `told` has at least one. `organisation`: the name that it has given itself; '': none. `most`: rows. */
export const alertContent = (
  told: readonly ReportedFinding[],
  origin: string,
  organisation = '',
  most = MAX_ADDRESSES,
): AlertContent => {
  const groups = mostSevereFirst(told)
  return {
    subject: subjectOf(told, levelOf(severityOf(told))),
    lead: `Há novidade sobre endereços que ${organisation === '' ? 'sua organização' : `a organização ${organisation}`} monitora:`,
    rows: groups.slice(0, most).flatMap((findings) => {
      const [first] = findings
      if (first === undefined) return []
      const [shown, severity, sources] = [maskAddress(first.address), severityOf(findings), sourcesOf(findings)]
      return {
        shown,
        level: severity.nivel,
        sources,
        text: `${shown}, ${levelOf(severity)}: ${sources}`,
        label: `Ver ${shown}`,
        link: pageOf(origin, first.monitoredId),
      }
    }),
    others: Math.max(0, groups.length - most),
    place: listOf(origin),
  }
}

export const othersText = (others: number): string => `E mais ${others} ${others === 1 ? 'endereço' : 'endereços'}.`
