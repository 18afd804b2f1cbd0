import {
  array,
  boolean,
  enum as oneOf,
  int,
  nonnegative,
  nullable,
  object,
  optional,
  string,
  type infer as Infer,
} from 'zod/mini'

/** The types (RFC 9457) of refusals about second factors; PROBLEM_TYPES has those of the dashboard's calls. */
export const SECOND_FACTOR_PROBLEMS = {
  /** The password was right, and the login needs a second step. */
  required: 'urn:atalaia:problem:second-factor-required',
  /** The answer to the challenge is wrong. */
  wrong: 'urn:atalaia:problem:second-step-wrong',
  /** The challenge of a second step has ended: the login begins anew. */
  ended: 'urn:atalaia:problem:second-step-ended',
  /** The organisation wants a second factor, and the account has none. */
  missing: 'urn:atalaia:problem:second-factor-missing',
} as const

const publicKey = oneOf(['public-key'])
const required = oneOf(['required'])
const passkeyRef = object({
  id: string(),
  type: publicKey,
  transports: optional(array(oneOf(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))),
})

/** Asks the browser for an answer of a passkey: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn, as the API fills it. */
export const passkeyRequestSchema = object({
  challenge: string(),
  rpId: string(),
  timeout: int(),
  userVerification: required,
  /** Without them the authenticator offers those that it has. */
  allowCredentials: optional(array(passkeyRef)),
})
export type PasskeyRequest = Infer<typeof passkeyRequestSchema>

/** Asks the browser for a new passkey: `PublicKeyCredentialCreationOptionsJSON`, as the API fills it. */
export const passkeyCreationSchema = object({
  challenge: string(),
  rp: object({ id: string(), name: string() }),
  user: object({ id: string(), name: string(), displayName: string() }),
  pubKeyCredParams: array(object({ alg: int(), type: publicKey })),
  timeout: int(),
  attestation: oneOf(['none']),
  excludeCredentials: array(passkeyRef),
  authenticatorSelection: object({ residentKey: required, userVerification: required }),
})
export type PasskeyCreation = Infer<typeof passkeyCreationSchema>

/**
 * The second step that a login still needs, in the body of a refusal of type `second-factor-required`: the challenge that goes
 * back with the answer, and the ways that are open (`codigo`, `chave`, `recuperacao`; others may come). `proxima`: after a
 * provider, the page inside /app that the person wanted.
 */
export const secondStepSchema = object({
  desafio: string(),
  meios: array(string()),
  opcoes: optional(passkeyRequestSchema),
  proxima: optional(string()),
})
export type SecondStep = Infer<typeof secondStepSchema>

/**
 * The body of a refusal of type `PROOF_NEEDED_PROBLEM`. `meios` are the proofs that POST /conta/prova takes now: the password (`senha`),
 * a passkey (`chave`); others may come. Without any the person logs in anew.
 */
export const proofNeededSchema = object({ meios: array(string()) })

/** GET /conta/segundo-fator. Instants are ISO 8601; `codigos` counts the recovery codes that are left. */
export const secondFactorSchema = object({
  aplicativo: boolean(),
  chaves: array(object({ id: string(), nome: string(), criada_em: string(), usada_em: nullable(string()) })),
  codigos: int().check(nonnegative()),
  /** The organisation wants one. */
  exigida: boolean(),
})
export type SecondFactors = Infer<typeof secondFactorSchema>

/** POST /conta/segundo-fator/aplicativo: the secret as people type it, and the address for the QR code. */
export const appSetupSchema = object({ segredo: string(), endereco: string() })
export type AppSetup = Infer<typeof appSetupSchema>

/**
 * The answer to a change of second factors. `codigos` are recovery codes in the one moment in which they can be read; none:
 * those from before go on working. `access_token` is the session's next token, where the other sessions were ended.
 */
export const factorChangedSchema = object({ codigos: optional(array(string())), access_token: optional(string()) })
export type FactorChanged = Infer<typeof factorChangedSchema>

/** The answer to a change that may bring the first recovery codes, or new ones. */
export const recoveryCodesSchema = object({ codigos: array(string()), access_token: optional(string()) })
