import type { NoticeAnswer } from '@atalaia/contracts/notices'
import type { Queryable } from '@atalaia/database'

/** An act of the person, for history, audit log and webhooks. */
export type PersonEvent = {
  readonly noticeId: string
  readonly organisationId: string
  readonly event: 'aberto' | 'respondido' | 'pergunta' | 'parado' | 'retomado'
  /** Of `respondido`. */
  readonly answer?: NoticeAnswer
  readonly at: Date
}

/** Runs in the transaction of the act. */
export type OnPersonEvent = (tx: Queryable, event: PersonEvent) => Promise<unknown>
