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
 * The answer of POST /login (P-API-3). Without a token the login has failed (P-LOGIN-7). `pendente` is `segundo-fator` where
 * the organisation wants a second factor and the account has none (P-FACTOR-7).
 */
export const loginAnswerSchema = object({ access_token: optional(string()), pendente: optional(string()) })
export type LoginAnswer = Infer<typeof loginAnswerSchema>

/** Body of POST /login, form-encoded. */
export const loginBodySchema = object({
  username: string().check(minLength(1), maxLength(254)),
  password: string().check(minLength(1), maxLength(1024)),
})

/** Body of POST /auth/signup. Longer passwords than 1024 characters are refused. */
export const signupBodySchema = object({
  email: emailAddressSchema,
  password: string().check(minLength(1), maxLength(1024)),
})

const passwordSchema = string().check(minLength(1), maxLength(1024))

/** Body of POST /auth/recuperar: the mailbox that gets a link. */
export const recoverBodySchema = object({ email: emailAddressSchema })

/** The secret part of a link that a mailbox was sent: 256 random bits. */
export const linkTokenSchema = string().check(regex(/^[\w-]{43}$/))

/** Body of POST /auth/redefinir. */
export const resetPasswordBodySchema = object({ token: linkTokenSchema, senha: passwordSchema })

/** Body of POST /auth/confirmar. `senha`: the account's password, where the call has no session of the account. */
export const confirmMailboxBodySchema = object({ token: linkTokenSchema, senha: optional(passwordSchema) })

/** The `type` of the refusal of POST /auth/confirmar with neither a session of the account nor its password (P-ACCOUNT-1). */
export const ACCOUNT_PASSWORD_PROBLEM = 'urn:atalaia:problem:account-password'

/** The extension of that refusal. `troca`: the link moves an account to the mailbox (P-ACCOUNT-6). */
export const accountPasswordSchema = object({ troca: boolean() })

/** The answer to it. `endereco_trocado`: the account has moved to `email`, and all its sessions ended. */
export const mailboxConfirmedSchema = object({ email: string(), endereco_trocado: optional(boolean()) })

/** GET /conta: the account of the session. `exclui_em`: the ISO 8601 instant of its deletion, which somebody asked for. */
export const accountSchema = object({
  email: string(),
  /** '' where the person gave none. */
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
 * GET /conta/sessoes. `inicio` and `visto` are ISO 8601 instants; `atual`: the session of the call itself. `confirmar`, for
 * builds of mfe-auth that ask for the proof themselves: ending one needs `nada`, the password (`senha`) or a login (`entrada`).
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

/** Body of POST /conta/endereco: the mailbox that the account moves to, once that has confirmed it. */
export const changeEmailBodySchema = object({ novo: emailAddressSchema, senha: passwordSchema })

/** The days between the wish of an account or organisation to be deleted and the deletion (P-PRIVACY-2, P-PRIVACY-3). */
export const DELETION_GRACE_DAYS = 14

/** The answer to a wish to be deleted: the ISO 8601 instant of the deletion. */
export const leavingSchema = object({ exclui_em: string() })
