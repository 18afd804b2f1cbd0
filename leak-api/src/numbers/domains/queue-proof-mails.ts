import { type Queryable, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { enqueueMail } from '../../base/mail/enqueue-mail.ts'
import { noticeOf, type ProofNotice } from './domain-state.ts'
import type { WatchedDomain } from './domains-repository.ts'
import { proofMail } from './proof-mail.ts'

const recipientSchema = object({ email: string(), organisation: string() })
const recipients = (organisationId: string) => sql`SELECT email, coalesce(organisation.name, '') AS organisation
  FROM membership JOIN account ON account.id = account_id JOIN organisation ON organisation.id = membership.organisation_id
  WHERE membership.organisation_id = ${organisationId}::bigint AND suspended_at IS NULL AND mailbox_proved_at IS NOT NULL
    AND role IN ('owner', 'admin')
  ORDER BY email`

export type CheckedProof = {
  readonly watched: WatchedDomain
  readonly origin: string
  readonly at: Date
}

/**
 * Returns the notice to write with the state (M-DOMAIN-7). In one transaction, under the
 * organisation's lock. Without recipients, the next check tries again.
 */
export const queueProofMails = async (
  transaction: Queryable,
  { watched, origin, at }: CheckedProof,
): Promise<ProofNotice | null> => {
  const notice = noticeOf(watched, at)
  if (notice === null || notice === watched.told) return watched.told
  const people = await transaction.query(recipientSchema, recipients(watched.organisationId))
  for (const { email, organisation } of people)
    await enqueueMail(transaction, proofMail({ to: email, organisation, notice, watched, origin, at }))
  return people.length === 0 ? watched.told : notice
}
