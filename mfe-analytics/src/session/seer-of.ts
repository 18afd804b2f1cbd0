import type { SessionState } from '@atalaia/contracts'

/** Names the person and the organisation whose numbers the session sees. */
export const seerOf = (session: SessionState | undefined): string | undefined =>
  session?.status === 'active' ? `${session.user.email} ${session.organisation?.id}` : undefined
