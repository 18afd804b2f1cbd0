import {
  array,
  enum as oneOf,
  int,
  maxLength,
  minLength,
  nullable,
  object,
  optional,
  regex,
  string,
  trim,
  type infer as Infer,
} from 'zod/mini'

/** The operations that an owner may give an API key. What is missing here the operator alone gives (M-KEY-5). */
export const OWNER_KEY_SCOPES = [
  'hibp:read',
  'findings:read',
  'addresses:read',
  'cases:read',
  'cases:write',
  'audit:read',
  'domains:read',
  'domains:write',
] as const
export type OwnerKeyScope = (typeof OWNER_KEY_SCOPES)[number]

/** Domains and addresses that one key may be limited to. */
export const MAX_KEY_LIMITS = 100
/** Characters of a key's name. */
export const MAX_KEY_NAME_LENGTH = 100

/** Absent in calls of those who have just logged in (M-KEY-4). */
const proof = { senha: optional(string().check(minLength(1), maxLength(1024))) }

/** Body of POST /organizacao/chaves. `so`: the domains and addresses that the key is limited to; none: no limit. */
export const newApiKeyBodySchema = object({
  nome: string().check(trim(), minLength(1), maxLength(MAX_KEY_NAME_LENGTH), regex(/^[^\p{C}]*$/u)),
  permissoes: array(oneOf(OWNER_KEY_SCOPES)).check(minLength(1), maxLength(OWNER_KEY_SCOPES.length)),
  // A space would begin another word of the scope.
  so: optional(array(string().check(trim(), regex(/^\S{1,320}$/))).check(maxLength(MAX_KEY_LIMITS))),
  ...proof,
})
export type NewApiKeyBody = Infer<typeof newApiKeyBodySchema>

/** The answer to it: the key itself is told this once. */
export const madeApiKeySchema = object({ id: string(), chave: string() })
export type MadeApiKey = Infer<typeof madeApiKeySchema>

/** Body of POST /organizacao/chaves/{id}/revogar. */
export const revokeApiKeyBodySchema = object(proof)

/** A key of the organisation, without the key itself. Instants are ISO 8601. */
const apiKeySchema = object({
  id: string(),
  nome: string(),
  /** Its first digits. */
  comeco: string(),
  /** Operations: those of {@link OWNER_KEY_SCOPES}, and those that the operator gives. */
  permissoes: array(string()),
  /** The domains and addresses that it is limited to; none: no limit. */
  so: array(string()),
  criada_em: string(),
  /** To the minute; `null`: never. */
  usada_em: nullable(string()),
  revogada_em: nullable(string()),
})
export type ApiKey = Infer<typeof apiKeySchema>

/**
 * GET /organizacao/chaves: the keys that work, the oldest first, and the ones revoked last. `maximo`: keys that may work at once.
 * `confirmar`: the proof that making and revoking need now, as with `sessionsSchema`.
 */
export const apiKeysSchema = object({
  chaves: array(apiKeySchema),
  revogadas: array(apiKeySchema),
  maximo: int(),
  confirmar: string(),
})
export type ApiKeys = Infer<typeof apiKeysSchema>
