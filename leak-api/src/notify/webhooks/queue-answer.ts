import { sql, type Queryable } from '@atalaia/database'
import { WEBHOOK_TEMPLATES } from '@atalaia/contracts/alerts'
import { enum as oneOf, object, string } from 'zod/mini'
import { enqueueCall } from './deliveries-repository.ts'
import { answerCall, type AnsweredNotice } from './webhook-body.ts'
import { IS_WORKING } from './webhooks-repository.ts'

export type AnswerOrder = {
  readonly organisationId: string
  readonly origin: string
  readonly at: Date
  readonly answered: AnsweredNotice
}

/** Tells all active webhooks that a person answered a notice, in the caller's transaction (M-NOTICE-10). */
export const queueAnswer = async (
  transaction: Queryable,
  { organisationId, origin, at, answered }: AnswerOrder,
): Promise<void> => {
  const webhooks = await transaction.query(
    object({ id: string(), template: oneOf(WEBHOOK_TEMPLATES) }),
    sql`SELECT id::text, template FROM webhook WHERE organisation_id = ${organisationId} AND ${IS_WORKING} ORDER BY id`,
  )
  for (const { id: webhookId, template } of webhooks)
    await enqueueCall(transaction, { ...answerCall({ template, origin, at }, answered), webhookId, at })
}
