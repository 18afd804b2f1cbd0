import { hash } from 'node:crypto'
import { ristretto255_oprf } from '@noble/curves/ed25519.js'
import sodium, { ready } from 'libsodium-wrappers-sumo'

const { voprf } = ristretto255_oprf
const TAG_BYTES = 16
const MAX_INPUT_BYTES = 65_535

const inputOf = (address: string, password: string): Uint8Array =>
  Buffer.from(`${address.toLowerCase()}\0${password}`, 'utf8')

/**
 * Of one address: the API does not see for which address a browser blinds, so one key for all would
 * let the evaluations of many links test guesses of one person's password.
 */
const seedOf = (key: Uint8Array, address: string) =>
  [hash('sha256', key, 'buffer'), Buffer.from(`atalaia proof ${address.toLowerCase()}`)] as const

const withLength = (bytes: Uint8Array): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

const sha512 = (...parts: readonly Uint8Array[]) => hash('sha512', Buffer.concat(parts), 'buffer')

const [BLOCK_BYTES, UNIFORM_BYTES] = [128, 64]
/** RFC 9380, section 5.3.1: `expand_message_xmd`, with as many bytes as one hash has. */
const uniform = (input: Uint8Array, use: string): Uint8Array => {
  const name = Buffer.from(`${use}OPRFV1-\u0001-ristretto255-SHA512`)
  const end = Buffer.concat([name, Buffer.of(name.length)])
  const first = sha512(Buffer.alloc(BLOCK_BYTES), input, Buffer.of(0, UNIFORM_BYTES, 0), end)
  return sha512(first, Buffer.of(1), end)
}

/** As `voprf.deriveKeyPair`, without the public key. */
const secretKeyOf = (key: Uint8Array, address: string): Uint8Array => {
  const [seed, info] = seedOf(key, address)
  const input = Buffer.concat([seed, withLength(info), Buffer.alloc(1)])
  return sodium.crypto_core_ristretto255_scalar_reduce(uniform(input, 'DeriveKeyPair'))
}

/** RFC 9497, section 3.3.2: `Evaluate`. */
const evaluateClear = (secretKey: Uint8Array, input: Uint8Array): Uint8Array => {
  const point = sodium.crypto_core_ristretto255_from_hash(uniform(input, 'HashToGroup-'))
  const issued = sodium.crypto_scalarmult_ristretto255(secretKey, point)
  return sha512(withLength(input), withLength(issued), Buffer.from('Finalize'))
}

/** `undefined`: too long. */
export type ProofTag = (address: string, password: string) => Uint8Array | undefined

/**
 * RFC 9497 (VOPRF, ristretto255-SHA512), cut to 16 bytes. By libsodium: each watched row has one,
 * and `voprf` takes 16 times as long.
 */
export const createProofTag = async (key: Uint8Array): Promise<ProofTag> => {
  await ready
  // Rows of an address often follow one another.
  let last = { address: '', secretKey: secretKeyOf(key, '') }
  return (address, password) => {
    const input = inputOf(address, password)
    if (input.length > MAX_INPUT_BYTES) return undefined
    if (last.address !== address) last = { address, secretKey: secretKeyOf(key, address) }
    return evaluateClear(last.secretKey, input).subarray(0, TAG_BYTES)
  }
}

export type Evaluation = { readonly evaluated: Uint8Array; readonly proof: Uint8Array }

export type ProofKey = {
  readonly publicKey: Uint8Array
  /** `undefined`: an invalid element. */
  evaluate(blinded: Uint8Array): Evaluation | undefined
}

export const createProofKey = (key: Uint8Array, address: string): ProofKey => {
  const { secretKey, publicKey } = voprf.deriveKeyPair(...seedOf(key, address))
  return {
    publicKey,
    evaluate: (blinded) => {
      try {
        return voprf.blindEvaluate(secretKey, publicKey, blinded)
      } catch {
        return undefined
      }
    },
  }
}
