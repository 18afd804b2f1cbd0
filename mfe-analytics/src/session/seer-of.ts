import type { SessionState } from '@atalaia/contracts'

/** Whose numbers the session sees: a person's, in an organisation. */
export const seerOf = (session: SessionState | undefined): string | undefined =>
  session?.status === 'active' ? `${session.user.email} ${session.organisation?.id}` : undefined
