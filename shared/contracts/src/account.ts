import {
  array,
  boolean,
  maxLength,
  minLength,
  object,
  optional,
  regex,
  string,
  trim,
  type infer as Infer,
} from 'zod/mini'
import { emailAddressSchema } from './api.ts'

/**
 * Answer of POST /login (P-API-3). Without a token the login failed (P-LOGIN-7).
 * `pendente: segundo-fator`: the organisation requires a second factor and the account lacks it
 * (P-FACTOR-7).
 */
export const loginAnswerSchema = object({ access_token: optional(string()), pendente: optional(string()) })
export type LoginAnswer = Infer<typeof loginAnswerSchema>

/** Body of POST /login, form-encoded. */
export const loginBodySchema = object({
  username: string().check(minLength(1), maxLength(254)),
  password: string().check(minLength(1), maxLength(1024)),
})

/** Body of POST /auth/signup. At most 1024 characters of password. */
export const signupBodySchema = object({
  email: emailAddressSchema,
  password: string().check(minLength(1), maxLength(1024)),
})

const passwordSchema = string().check(minLength(1), maxLength(1024))

/** Body of POST /auth/recuperar. */
export const recoverBodySchema = object({ email: emailAddressSchema })

/** Secret part of a mailed link: 256 random bits. */
export const linkTokenSchema = string().check(regex(/^[\w-]{43}$/))

/** Body of POST /auth/redefinir. */
export const resetPasswordBodySchema = object({ token: linkTokenSchema, senha: passwordSchema })

/** Body of POST /auth/confirmar. `senha`: required without a session of the account. */
export const confirmMailboxBodySchema = object({ token: linkTokenSchema, senha: optional(passwordSchema) })

/** Problem type: POST /auth/confirmar needs a session of the account or its password (P-ACCOUNT-1). */
export const ACCOUNT_PASSWORD_PROBLEM = 'urn:atalaia:problem:account-password'

/** Extension of that problem. `troca`: the link moves an account to the mailbox (P-ACCOUNT-6). */
export const accountPasswordSchema = object({ troca: boolean() })

/** `endereco_trocado`: the account moved to `email`, and its sessions ended. */
export const mailboxConfirmedSchema = object({ email: string(), endereco_trocado: optional(boolean()) })

/** GET /conta. `exclui_em`: ISO 8601 instant of a requested deletion. */
export const accountSchema = object({
  email: string(),
  /** Absent where the person gave none. */
  nome: optional(string()),
  caixa_confirmada: boolean(),
  exclui_em: optional(string()),
})
export type AccountFacts = Infer<typeof accountSchema>

export const MAX_PERSON_NAME_LENGTH = 80

/** Body of POST /conta/nome: letters, digits and a few signs, because others read it; '' takes the name away. */
export const personNameBodySchema = object({
  nome: string().check(
    trim(),
    maxLength(MAX_PERSON_NAME_LENGTH),
    regex(/^([\p{L}\p{N}][\p{L}\p{M}\p{N} .,'’()-]*)?$/u),
  ),
})

/**
 * GET /conta/sessoes. Instants are ISO 8601. `atual`: the caller's session. `confirmar`: the proof
 * that ending one needs: `nada`, `senha` (password) or `entrada` (a new login).
 */
export const sessionsSchema = object({
  sessoes: array(
    object({
      id: string(),
      tipo: string(),
      dispositivo: string(),
      rede: string(),
      inicio: string(),
      visto: string(),
      atual: boolean(),
    }),
  ),
  confirmar: optional(string()),
})
export type AccountSession = Infer<typeof sessionsSchema>['sessoes'][number]

/** Body of POST /conta/senha. */
export const changePasswordBodySchema = object({ atual: passwordSchema, nova: passwordSchema })

/** Body of POST /conta/endereco. The new mailbox must confirm. */
export const changeEmailBodySchema = object({ novo: emailAddressSchema, senha: passwordSchema })

/** Days between a deletion request and the deletion (P-PRIVACY-2, P-PRIVACY-3). */
export const DELETION_GRACE_DAYS = 14

/** ISO 8601 instant of the deletion. */
export const leavingSchema = object({ exclui_em: string() })
