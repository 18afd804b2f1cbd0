import type { NoticeAnswer } from '@atalaia/contracts/notices'
import { type Queryable, sql } from '@atalaia/database'
import { array, nullable, object, string } from 'zod/mini'
import type { AuditAction } from '@atalaia/contracts/audit'
import { auditedAddresses } from '../base/audit/audited-addresses.ts'
import { recordAudit } from '../base/audit/record-audit.ts'
import { queueAnswer } from '../notify/webhooks/queue-answer.ts'
import { noteInCases } from '../watchlist/cases/noticed-cases.ts'

/** An act of the person, or of the product, after the notice's row has it. */
export type NoticeAct = {
  readonly noticeId: string
  readonly organisationId: string
  readonly event: 'aberto' | 'respondido' | 'pergunta' | 'parado' | 'retomado' | 'lembrado' | 'devolvido'
  /** Of `respondido`. */
  readonly answer?: NoticeAnswer
  readonly at: Date
}

const ACTIONS: Readonly<Record<NoticeAct['event'], AuditAction>> = {
  aberto: 'notice.opened',
  respondido: 'notice.answered',
  pergunta: 'notice.asked',
  parado: 'notice.stopped',
  retomado: 'notice.resumed',
  lembrado: 'notice.reminded',
  devolvido: 'notice.bounced',
}

const aboutSchema = object({
  monitoredId: string(),
  address: string(),
  sources: array(string()),
  incidentId: nullable(string()),
})
const aboutSql = (id: string) => sql`SELECT mine.id::text AS "monitoredId", mine.address,
    array(SELECT source FROM notice_case WHERE notice_id = notice.id ORDER BY source) AS sources,
    incident_id::text AS "incidentId"
  FROM notice JOIN monitored_address AS mine ON mine.id = monitored_id WHERE notice.id = ${id}::uuid`

/**
 * Keeps an act in the cases' history, the register of incidents, webhooks and the audit log, in the
 * act's transaction, last. The log names no network: it belongs to a person without an account
 * (P-NOTICE-24).
 */
export const createTellOfNotice =
  (origin: string) =>
  async (tx: Queryable, { noticeId, organisationId, event, answer, at }: NoticeAct): Promise<void> => {
    const [about] = await tx.query(aboutSchema, aboutSql(noticeId))
    if (about === undefined) return
    const { monitoredId, address, sources, incidentId } = about
    await noteInCases(tx, noticeId, answer ?? event, at)
    if (event === 'aberto' && incidentId !== null)
      await tx.execute(
        sql`UPDATE incident SET notices_opened = notices_opened + 1, handed_over = NULL WHERE id = ${incidentId}::uuid`,
      )
    if (answer !== undefined)
      await queueAnswer(tx, { organisationId, origin, at, answered: { monitoredId, address, sources, answer } })
    const { target } = auditedAddresses([address])
    const facts = { notice: noticeId, ...(answer !== undefined && { answer }) }
    const act = { action: ACTIONS[event], actor: { kind: 'system' }, at, target, after: facts } as const
    await recordAudit(tx, { organisationId, ...act })
  }
