import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { INCIDENT_NOTICE } from '@atalaia/contracts/incidents'
import type { NewMail } from '../../base/mail/enqueue-mail.ts'
import { dayText } from './business-days.ts'
import type { EndingTerm } from './ending-terms.ts'
import { TERM_NAMES } from './incident-words.ts'

export type TermMail = {
  readonly to: string
  /** '': unnamed. */
  readonly organisation: string
  readonly incident: { readonly id: string; readonly number: number }
  /** At least one. */
  readonly terms: readonly EndingTerm[]
  readonly origin: string
  readonly at: Date
}

const termText = ({ prazo, artigo, ultimo_dia: last }: EndingTerm) =>
  `${TERM_NAMES[prazo]} (${artigo}): termina em ${dayText(last)} às 23:59, horário de Brasília`

/** Has only the incident's number (P-INCIDENT-9): its name may contain any address. */
export const termMail = ({ to, organisation, incident, terms, origin, at }: TermMail): NewMail => ({
  to,
  kind: 'incident-term',
  subject:
    terms.length === 1
      ? `Um prazo do incidente nº ${incident.number} termina em breve`
      : `${terms.length} prazos do incidente nº ${incident.number} terminam em breve`,
  body: [
    `No registro ${organisation === '' ? 'da sua organização' : `da organização ${organisation}`} não consta como feito no incidente nº ${incident.number}:`,
    { items: terms.map(termText) },
    { label: 'Abrir o incidente', link: `${origin}${PRODUCT_ROUTES.analytics}/incidentes/${incident.id}` },
    'Você recebe esta mensagem porque é proprietário da organização ou mudou este incidente.',
    INCIDENT_NOTICE,
  ],
  at,
  until: new Date(Math.max(...terms.map(({ termina_em: end }) => Date.parse(end)))),
})
