import { array, maxLength, minLength, nullable, object, optional, string, type infer as Infer } from 'zod/mini'
import { loginAnswerSchema } from './account.ts'
import { emailAddressSchema } from './api.ts'

/**
 * Why a sign-in failed, in the address of {@link PRODUCT_ROUTES}.signIn:
 * - `desligado`: the provider is off or unknown.
 * - `indisponivel`: the provider does not answer.
 * - `negado`: the person refused.
 * - `recusado`: the answer does not fit the request of this browser.
 * - `recomece`: the sign-in expired, or belongs to another browser.
 * - `email`: no verified address.
 * - `dominio`: the address is outside the company.
 * - `empresa`: the company of the address requires its provider.
 * - `espere`: too many sign-ins from this network.
 */
export const SIGN_IN_FAILURES = [
  'desligado',
  'indisponivel',
  'negado',
  'recusado',
  'recomece',
  'email',
  'dominio',
  'empresa',
  'espere',
] as const
export type SignInFailure = (typeof SIGN_IN_FAILURES)[number]

/** Sign-in with a provider (P-IDENTITY). Instants are ISO 8601. */
export const identitySchemas = {
  /** POST /identidade/concluir and /identidade/ligar: a session, or the missing step. */
  answer: object({
    ...loginAnswerSchema.shape,
    /** Page inside /app to open next. */
    proxima: optional(string()),
    /** The account's password is needed to link the identity. */
    ligar: optional(object({ email: string(), provedor: string() })),
  }),
  /** Body of POST /identidade/ligar. */
  link: object({ senha: string().check(minLength(1), maxLength(1024)) }),
  /** Body of POST /identidade/empresa: an address of a company with its own provider. */
  askCompany: object({ email: emailAddressSchema, proxima: optional(string().check(maxLength(2000))) }),
  /** Address that starts the sign-in. */
  company: object({ endereco: string() }),
  /** GET /conta/identidades. */
  list: object({
    identidades: array(
      object({
        id: string(),
        provedor: string(),
        email: nullable(string()),
        ligada_em: string(),
        usada_em: string(),
      }),
    ),
  }),
  /** Body of POST /conta/identidades/desligar. */
  unlink: object({ id: string().check(maxLength(40)) }),
} as const
export type IdentityFacts = Infer<typeof identitySchemas.list>['identidades'][number]
