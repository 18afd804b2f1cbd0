/** Lifetimes of mailed links, with their words (P-ACCOUNT-1, P-ACCOUNT-2, P-ACCOUNT-6, P-MEMBER-2). */
export const LIFETIMES = {
  proof: { hours: 24, words: '24 horas' },
  reset: { hours: 1, words: 'uma hora' },
  address: { hours: 24, words: '24 horas' },
  notice: { hours: 14 * 24, words: '14 dias' },
  invitation: { hours: 7 * 24, words: '7 dias' },
} as const
