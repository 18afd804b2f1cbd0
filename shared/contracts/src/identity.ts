import { array, maxLength, minLength, nullable, object, optional, string, type infer as Infer } from 'zod/mini'
import { loginAnswerSchema } from './account.ts'
import { emailAddressSchema } from './api.ts'

/**
 * The reason why a sign-in with a provider failed, as the address of the page {@link PRODUCT_ROUTES}.signIn names it:
 * - `desligado`: there is no such provider, or it is switched off.
 * - `indisponivel`: the provider does not answer.
 * - `negado`: the person said no there.
 * - `recusado`: the provider's answer is not one to what this browser asked.
 * - `recomece`: the sign-in took too long, was another browser's, or is over.
 * - `email`: the provider tells no address, or one that it has not proved.
 * - `dominio`: the address is none of the company's.
 * - `empresa`: the address's company lets people in by its own provider alone.
 * - `espere`: the network has begun too many sign-ins.
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

/** Bodies and answers of the API about sign-in with a provider (P-IDENTITY). Instants are ISO 8601. */
export const identitySchemas = {
  /** POST /identidade/concluir and /identidade/ligar: a session, or what is missing for one. */
  answer: object({
    ...loginAnswerSchema.shape,
    /** The page inside /app that the person wanted. */
    proxima: optional(string()),
    /** The password of this account is missing: then the identity opens it, too. */
    ligar: optional(object({ email: string(), provedor: string() })),
  }),
  /** Body of POST /identidade/ligar. */
  link: object({ senha: string().check(minLength(1), maxLength(1024)) }),
  /** Body of POST /identidade/empresa: the address of somebody whose company has a provider of its own. */
  askCompany: object({ email: emailAddressSchema, proxima: optional(string().check(maxLength(2000))) }),
  /** Its answer: the address that begins the sign-in. */
  company: object({ endereco: string() }),
  /** GET /conta/identidades: the identities that open the account of the session. */
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
