import { ALERT_LEVELS, type AlertLevel } from '@atalaia/contracts/alerts'
import type { NewMail } from '../../base/mail/enqueue-mail.ts'
import { alertContent, isReopened, othersText, titleOf } from './alert-content.ts'
import type { ReportedFinding } from './new-findings.ts'

const MAX_ROWS = 10
const MAX_LEVELS = 2

export type AlertMail = {
  readonly to: string
  /** At least one. */
  readonly told: readonly ReportedFinding[]
  /** '': unnamed. */
  readonly organisation: string
  readonly origin: string
  readonly stop: string
  readonly at: Date
}

/** An unknown level counts as the lowest. */
const levelIn = (level: string): AlertLevel => ALERT_LEVELS.find((known) => known === level) ?? 'baixa'

const LEVELS: Readonly<Record<AlertLevel, readonly [one: string, more: string]>> = {
  critica: ['crítico', 'críticos'],
  alta: ['alto', 'altos'],
  media: ['médio', 'médios'],
  baixa: ['baixo', 'baixos'],
}

/** `1 crítico e 2 altos`: the findings by their levels, the worst first. */
const countsOf = (told: readonly ReportedFinding[]): string => {
  const parts = ALERT_LEVELS.toReversed().flatMap((level) => {
    const count = told.filter(({ severity }) => severity.nivel === level).length
    return count === 0 ? [] : [{ count, text: `${count} ${LEVELS[level][count === 1 ? 0 : 1]}` }]
  })
  const others = parts.slice(MAX_LEVELS).reduce((sum, { count }) => sum + count, 0)
  const texts = [...parts.slice(0, MAX_LEVELS).map(({ text }) => text), ...(others > 0 ? [`mais ${others}`] : [])]
  return texts.length < 3 ? texts.join(' e ') : `${texts[0]}, ${texts[1]} e ${texts[2]}`
}

/** The sources of the worst findings: `Logs de Novembro e mais 2 fontes`. */
const sourcesOf = (told: readonly ReportedFinding[]): string => {
  const [first = '', ...others] = new Set(
    told.toSorted((one, other) => other.severity.pontos - one.severity.pontos).map(titleOf),
  )
  if (others.length === 0) return first
  return `${first} e mais ${others.length} ${others.length === 1 ? 'fonte' : 'fontes'}`
}

/** The mail about new findings, and cases that are opened again: a table, worst first (M-ALERT-4, M-ALERT-6). */
export const alertMail = ({ to, told, organisation, origin, stop, at }: AlertMail): NewMail => {
  const { rows, others, place } = alertContent(told, origin, organisation, MAX_ROWS)
  const counts = countsOf(told)
  const [first] = rows
  const isOne = first !== undefined && rows.length === 1
  const addresses = rows.length + others
  return {
    to,
    kind: 'leak-alert',
    subject: `${counts}: ${sourcesOf(told)}`,
    body: [
      `${counts} em ${addresses === 1 ? '1 endereço' : `${addresses} endereços`} que ${organisation === '' ? 'sua organização' : `a organização ${organisation}`} monitora.`,
      {
        findings: rows.map(({ level, shown: who, sources: what, link }) => ({
          level: levelIn(level),
          who,
          what,
          link,
        })),
      },
      ...(others > 0 ? [othersText(others)] : []),
      { label: isOne ? first.label : `Ver os ${addresses} endereços`, link: isOne ? first.link : place },
      ...(told.some(isReopened)
        ? [
            'Um caso reaberto já estava encerrado: uma importação trouxe depois uma senha nova ou uma data mais recente.',
          ]
        : []),
      'O painel mostra o endereço inteiro, o que vazou e o que fazer. Senhas nunca vão por e-mail.',
    ],
    stop,
    at,
  }
}
