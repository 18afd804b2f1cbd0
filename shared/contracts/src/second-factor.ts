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

/** Problem types about second factors (RFC 9457). */
export const SECOND_FACTOR_PROBLEMS = {
  /** The password was right; a second step follows. */
  required: 'urn:atalaia:problem:second-factor-required',
  /** The answer to the challenge is wrong. */
  wrong: 'urn:atalaia:problem:second-step-wrong',
  /** The challenge ended: log in again. */
  ended: 'urn:atalaia:problem:second-step-ended',
  /** The organisation requires a second factor and the account lacks it. */
  missing: 'urn:atalaia:problem:second-factor-missing',
} as const

const publicKey = oneOf(['public-key'])
const required = oneOf(['required'])
const passkeyRef = object({
  id: string(),
  type: publicKey,
  transports: optional(array(oneOf(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))),
})

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const passkeyRequestSchema = object({
  challenge: string(),
  rpId: string(),
  timeout: int(),
  userVerification: required,
  /** Without them, the authenticator offers its own passkeys. */
  allowCredentials: optional(array(passkeyRef)),
})
export type PasskeyRequest = Infer<typeof passkeyRequestSchema>

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
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
 * Body of `second-factor-required`: the challenge, and the possible ways (`codigo`, `chave`,
 * `recuperacao`; later versions may add some). `proxima`: page to open after a provider's login.
 */
export const secondStepSchema = object({
  desafio: string(),
  meios: array(string()),
  opcoes: optional(passkeyRequestSchema),
  proxima: optional(string()),
})
export type SecondStep = Infer<typeof secondStepSchema>

/**
 * Body of `PROOF_NEEDED_PROBLEM`. `meios`: proofs for POST /conta/prova (`senha`, `chave`, maybe
 * more). Empty: log in again.
 */
export const proofNeededSchema = object({ meios: array(string()) })

/** GET /conta/segundo-fator. Instants are ISO 8601. `codigos`: remaining recovery codes. */
export const secondFactorSchema = object({
  aplicativo: boolean(),
  chaves: array(object({ id: string(), nome: string(), criada_em: string(), usada_em: nullable(string()) })),
  codigos: int().check(nonnegative()),
  /** Required by the organisation. */
  exigida: boolean(),
})
export type SecondFactors = Infer<typeof secondFactorSchema>

/** POST /conta/segundo-fator/aplicativo: the secret to type, and the address of the QR code. */
export const appSetupSchema = object({ segredo: string(), endereco: string() })
export type AppSetup = Infer<typeof appSetupSchema>

/**
 * `codigos`: new recovery codes, shown once; absent: the old ones still work. `access_token`: next
 * token of the session, when other sessions ended.
 */
export const factorChangedSchema = object({ codigos: optional(array(string())), access_token: optional(string()) })
export type FactorChanged = Infer<typeof factorChangedSchema>

/** Answer of changes that may make recovery codes. */
export const recoveryCodesSchema = object({ codigos: array(string()), access_token: optional(string()) })
