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
  /** As the check has found it. */
  readonly watched: WatchedDomain
  /** The address of the product's pages. */
  readonly origin: string
  readonly at: Date
}

/**
 * Queues the mails about a proof that is missing or lost, where people do not know it yet (M-DOMAIN-7). Gives what they know then,
 * which the caller writes with the state: in one transaction, with the organisation locked. Without anybody to tell, the next
 * check tries again.
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
