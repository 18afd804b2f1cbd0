import {
  array,
  boolean,
  enum as oneOf,
  maxLength,
  minLength,
  object,
  optional,
  regex,
  string,
  trim,
  union,
  type infer as Infer,
} from 'zod/mini'

const encoded = (most: number) => string().check(minLength(1), maxLength(most), regex(/^[\w-]+$/))
const challenge = string().check(regex(/^[\w-]{43}$/))
const password = string().check(minLength(1), maxLength(1024))
/** Allows people's spaces or hyphen. */
const code = string().check(minLength(1), maxLength(40))
const passkeyName = string().check(trim(), minLength(1), maxLength(60))
const transports = array(oneOf(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).check(maxLength(7))

const passkeyCreated = object({
  id: encoded(1400),
  rawId: encoded(1400),
  type: oneOf(['public-key']),
  response: object({
    clientDataJSON: encoded(2000),
    attestationObject: encoded(8000),
    transports: optional(transports),
  }),
})
export type PasskeyCreated = Infer<typeof passkeyCreated>

const passkeyAnswer = object({
  id: encoded(1400),
  rawId: encoded(1400),
  type: oneOf(['public-key']),
  response: object({
    clientDataJSON: encoded(2000),
    authenticatorData: encoded(2000),
    signature: encoded(4000),
    userHandle: optional(encoded(100)),
  }),
})
export type PasskeyAnswer = Infer<typeof passkeyAnswer>

export const secondStepBody = object({
  desafio: challenge,
  codigo: optional(code),
  recuperacao: optional(code),
  chave: optional(passkeyAnswer),
})
export type SecondStepAnswer = Infer<typeof secondStepBody>
export const passkeyLoginBody = object({ desafio: challenge, chave: passkeyAnswer })
export type PasskeyProof = Infer<typeof passkeyLoginBody>
export const passwordBody = object({ senha: password })
export const proofBody = union([passwordBody, passkeyLoginBody])
const others = { encerrar: optional(boolean()) }
export const changeBody = object({ senha: password, ...others })
export const codeBody = object({ codigo: code, ...others })
export const passkeyCreatedBody = object({ desafio: challenge, nome: passkeyName, chave: passkeyCreated, ...others })
export const passkeyNameBody = object({ nome: passkeyName })
export const policyBody = object({ exigida: boolean(), senha: password })
export const passkeyParams = object({ id: string().check(regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)) })
