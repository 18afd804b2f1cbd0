import type { NoticeAnswer } from '@atalaia/contracts/notices'
import type { Queryable } from '@atalaia/database'

export type PersonEvent = {
  readonly noticeId: string
  readonly organisationId: string
  readonly event: 'aberto' | 'respondido' | 'pergunta' | 'parado' | 'retomado'
  /** Of `respondido`. */
  readonly answer?: NoticeAnswer
  readonly at: Date
}

/** In the act's transaction. */
export type OnPersonEvent = (tx: Queryable, event: PersonEvent) => Promise<unknown>
