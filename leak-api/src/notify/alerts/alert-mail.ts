import type { NewMail } from '../../base/mail/enqueue-mail.ts'
import { alertContent, isReopened, othersText } from './alert-content.ts'
import type { ReportedFinding } from './new-findings.ts'

export type AlertMail = {
  readonly to: string
  /** At least one. */
  readonly told: readonly ReportedFinding[]
  /** The name that the organisation has given itself; '': none. */
  readonly organisation: string
  /** The address of the product's pages. */
  readonly origin: string
  readonly stop: string
  readonly at: Date
}

/** The mail about new findings, and cases that are opened again (M-ALERT-4, M-ALERT-6). */
export const alertMail = ({ to, told, organisation, origin, stop, at }: AlertMail): NewMail => {
  const { subject, lead, rows, others, place } = alertContent(told, origin, organisation)
  return {
    to,
    kind: 'leak-alert',
    subject,
    body: [
      lead,
      ...rows.flatMap(({ text, label, link }) => [text, { label, link }]),
      ...(others > 0 ? [othersText(others), { label: 'Ver todos', link: place }] : []),
      ...(told.some(isReopened)
        ? [
            'Um caso reaberto já estava fechado: depois disso uma importação trouxe uma senha nova ou uma data mais recente.',
          ]
        : []),
      'O painel tem o endereço inteiro, o que vazou e o que fazer. Por email não vão senhas.',
    ],
    stop,
    at,
  }
}
