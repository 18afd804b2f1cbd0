import { PRODUCT_ROUTES, type Severity } from '@atalaia/contracts'
import { greatestSeverity } from '../exposure/severity.ts'
import type { MailPart, NewMail } from '../mail/enqueue-mail.ts'
import { maskAddress } from '../reading/mask.ts'
import { byAddress, type NewFinding } from './alert-queue.ts'

/** Addresses that a mail has a link for, the most severe first. */
const MAX_ADDRESSES = 5
/** Sources that are named of an address. */
const MAX_SOURCES = 3
const MAX_TITLE = 80

const LEVELS: Readonly<Record<string, string>> = { baixa: 'baixa', media: 'média', alta: 'alta', critica: 'crítica' }

export type ToldFinding = NewFinding & { readonly severity: Severity }

export type AlertMail = {
  readonly to: string
  /** At least one. */
  readonly told: readonly ToldFinding[]
  /** The address of the product's pages. */
  readonly origin: string
  readonly stop: string
  readonly at: Date
}

const levelOf = (severity: Severity) => `gravidade ${LEVELS[severity.nivel] ?? severity.nivel}`
const titleOf = ({ title, source }: ToldFinding) => (title ?? source).replaceAll(/\s+/g, ' ').slice(0, MAX_TITLE)
const severityOf = (findings: readonly ToldFinding[]) => greatestSeverity(findings.map(({ severity }) => severity))

const mostSevereFirst = (told: readonly ToldFinding[]): ToldFinding[][] =>
  [...byAddress(told).values()].toSorted((one, other) => severityOf(other).pontos - severityOf(one).pontos)

const sourcesOf = (findings: readonly ToldFinding[]): string => {
  const named = findings.slice(0, MAX_SOURCES).map(titleOf).join('; ')
  const others = findings.length - MAX_SOURCES
  return others > 0 ? `${named}; e mais ${others}` : named
}

const partsOf = (findings: readonly ToldFinding[], place: string): MailPart[] => {
  const [first] = findings
  if (first === undefined) return []
  const shown = maskAddress(first.address)
  return [
    `${shown}, ${levelOf(severityOf(findings))}: ${sourcesOf(findings)}`,
    { label: `Ver ${shown}`, link: `${place}/${first.monitoredId}` },
  ]
}

/** The mail about new findings: of an address its first letter and its domain, and of a password nothing (M-ALERT-4). */
export const alertMail = ({ to, told, origin, stop, at }: AlertMail): NewMail => {
  const place = `${origin}${PRODUCT_ROUTES.analytics}/enderecos`
  const groups = mostSevereFirst(told)
  const others = groups.length - MAX_ADDRESSES
  const level = levelOf(severityOf(told))
  return {
    to,
    kind: 'leak-alert',
    subject: told.length === 1 ? `Vazamento novo de ${level}` : `${told.length} vazamentos novos, até ${level}`,
    body: [
      'Há novidade sobre endereços que sua organização monitora:',
      ...groups.slice(0, MAX_ADDRESSES).flatMap((findings) => partsOf(findings, place)),
      ...(others > 0
        ? [`E mais ${others} ${others === 1 ? 'endereço' : 'endereços'}.`, { label: 'Ver todos', link: place }]
        : []),
      'O painel tem o endereço inteiro, o que vazou e o que fazer. Por email não vão senhas.',
    ],
    stop,
    at,
  }
}
