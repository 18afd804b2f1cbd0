import { PRODUCT_ROUTES } from '@atalaia/contracts'
import type { CaseDue } from '@atalaia/contracts/cases'
import type { MailPart, NewMail } from '../../base/mail/enqueue-mail.ts'

export type DueMail = {
  readonly to: string
  /** '': unnamed. */
  readonly organisation: string
  /** With `today` at least one. */
  readonly late: number
  readonly today: number
  readonly origin: string
  readonly stop: string
  readonly at: Date
}

const casesText = (count: number) => `${count} ${count === 1 ? 'caso' : 'casos'}`

const listOf = (origin: string, due: CaseDue) =>
  `${origin}${PRODUCT_ROUTES.analytics}/casos?responsavel=eu&prazo=${due}&ordem=prazo`

/** P-CASE-14 */
export const dueMail = ({ to, organisation, late, today, origin, stop, at }: DueMail): NewMail => {
  const parts: MailPart[] = []
  if (late > 0) parts.push({ label: `${casesText(late)} com o prazo vencido`, link: listOf(origin, 'vencido') })
  if (today > 0) parts.push({ label: `${casesText(today)} com o prazo de hoje`, link: listOf(origin, 'hoje') })
  const all = late + today
  return {
    to,
    kind: 'due-cases',
    subject: `${casesText(all)} ${all === 1 ? 'seu' : 'seus'} com o prazo ${late === 0 ? 'de hoje' : today === 0 ? 'vencido' : 'vencido ou de hoje'}`,
    body: [
      `Você é responsável por casos em aberto ${organisation === '' ? 'da sua organização' : `da organização ${organisation}`} cujo prazo chegou:`,
      ...parts,
      'Enquanto houver casos assim, esta mensagem vem uma vez por dia, às 8 h. Você a recebe porque recebe os avisos de vazamentos novos por e-mail.',
    ],
    stop,
    at,
  }
}
