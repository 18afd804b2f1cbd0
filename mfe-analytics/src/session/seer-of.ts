import type { SessionState } from '@atalaia/contracts'

export const seerOf = (session: SessionState | undefined): string | undefined =>
  session?.status === 'active' ? `${session.user.email} ${session.organisation?.id}` : undefined
