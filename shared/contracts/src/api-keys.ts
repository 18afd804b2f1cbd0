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

/** Operations that an owner may grant to an API key. The operator grants others (M-KEY-5). */
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

/** Domains and addresses that limit one key. */
export const MAX_KEY_LIMITS = 100
/** Characters of a key's name. */
export const MAX_KEY_NAME_LENGTH = 100

/** Not needed right after a login (M-KEY-4). */
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

/** Answer of POST /organizacao/chaves. Only this answer has the key. */
export const madeApiKeySchema = object({ id: string(), chave: string() })
export type MadeApiKey = Infer<typeof madeApiKeySchema>

export const revokeApiKeyBodySchema = object(proof)

/** Instants are ISO 8601. */
const apiKeySchema = object({
  id: string(),
  nome: string(),
  /** First digits of the key. */
  comeco: string(),
  /** Operations: {@link OWNER_KEY_SCOPES} and those granted by the operator. */
  permissoes: array(string()),
  /** Domains and addresses of the key. Empty: no limit. */
  so: array(string()),
  criada_em: string(),
  /** To the minute; `null`: never. */
  usada_em: nullable(string()),
  revogada_em: nullable(string()),
})
export type ApiKey = Infer<typeof apiKeySchema>

/**
 * GET /organizacao/chaves: working keys, oldest first, and the last revoked ones. `maximo`: working
 * keys allowed. `confirmar`: the proof for changes, like `sessionsSchema`.
 */
export const apiKeysSchema = object({
  chaves: array(apiKeySchema),
  revogadas: array(apiKeySchema),
  maximo: int(),
  confirmar: string(),
})
export type ApiKeys = Infer<typeof apiKeysSchema>
