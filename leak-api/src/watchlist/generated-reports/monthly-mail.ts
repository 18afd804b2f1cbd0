import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { type Queryable, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { enqueueMail } from '../../base/mail/enqueue-mail.ts'
import type { Period } from './facts-repository.ts'

export type MonthlyMail = {
  readonly organisationId: string
  readonly documentId: string
  readonly period: Period
  readonly origin: string
  readonly at: Date
}

const pageOf = (origin: string) => `${origin}${PRODUCT_ROUTES.analytics}/relatorios`
const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const recipients = (
  organisationId: string,
) => sql`SELECT account.id::text, email, organisation.name FROM alert_setting AS setting
  JOIN account ON account.id = account_id JOIN organisation ON organisation.id = setting.organisation_id
  WHERE setting.organisation_id = ${organisationId}::bigint AND channel = 'email' AND frequency <> 'nunca' AND mailbox_proved_at IS NOT NULL`
const recipientSchema = object({ id: string(), email: string(), name: string() })

/** Has a link and no number. Call in the transaction that makes the report. */
export const mailMonthly = async (
  transaction: Queryable,
  { organisationId, documentId, period, origin, at }: MonthlyMail,
): Promise<void> => {
  const month = monthName.format(new Date(`${period.from}T00:00:00Z`))
  for (const { id, email, name } of await transaction.query(recipientSchema, recipients(organisationId)))
    await enqueueMail(transaction, {
      to: email,
      kind: 'monthly-report',
      subject: `Relatório de ${month}`,
      body: [
        `O relatório de vazamentos de ${month} ${name === '' ? 'da sua organização' : `da organização ${name}`} está pronto.`,
        { label: 'Abrir os relatórios', link: pageOf(origin) },
        'Você recebe esta mensagem porque recebe os avisos de vazamentos novos. Números e senhas nunca vão por e-mail.',
      ],
      at,
      onceKey: `monthly-report ${documentId} ${id}`,
    })
}
