/** P-SEVERITY-3 */
export const SEVERITY_THRESHOLDS = [
  { nivel: 'critica', from: 75 },
  { nivel: 'alta', from: 50 },
  { nivel: 'media', from: 25 },
  { nivel: 'baixa', from: 0 },
] as const

/** Reasons and points by group. Only the first valid reason of a group counts (P-SEVERITY-2). */
export const SEVERITY_GROUPS = [
  {
    group: 'password',
    reasons: [
      { motivo: 'senha-em-claro', pontos: 40 },
      { motivo: 'hash-rapido', pontos: 25 },
      { motivo: 'hash-lento', pontos: 10 },
    ],
  },
  {
    group: 'kind',
    reasons: [
      { motivo: 'log-de-infeccao', pontos: 30 },
      { motivo: 'lista-de-combinacoes', pontos: 10 },
    ],
  },
  { group: 'reuse', reasons: [{ motivo: 'senha-repetida', pontos: 15 }] },
  {
    group: 'data',
    reasons: [
      { motivo: 'dados-sensiveis', pontos: 10 },
      { motivo: 'dados-de-contato', pontos: 5 },
    ],
  },
  {
    group: 'age',
    reasons: [
      { motivo: 'ate-90-dias', pontos: 20 },
      { motivo: 'ate-um-ano', pontos: 10 },
    ],
  },
] as const

export type SeverityGroup = (typeof SEVERITY_GROUPS)[number]['group']
export type SeverityReason = (typeof SEVERITY_GROUPS)[number]['reasons'][number]['motivo']

/** Most days since an address was last seen, per reason. */
export const SEVERITY_AGE_DAYS = { 'ate-90-dias': 90, 'ate-um-ano': 365 } as const

/** Hashes that are slow to guess. All other kinds are fast. */
export const SLOW_HASHES = ['bcrypt', 'argon2', 'scrypt', 'pbkdf2', 'phpass', 'sha256-crypt', 'sha512-crypt'] as const

/** Kinds of `dados-sensiveis` and of `dados-de-contato`. */
export const SENSITIVE_KINDS = ['cpf', 'card', 'cookies', 'birth-date', 'postal-address', 'autofill'] as const
export const CONTACT_KINDS = ['name', 'phone', 'ip-address'] as const
