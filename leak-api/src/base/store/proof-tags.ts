import { hash } from 'node:crypto'
import { ristretto255_oprf } from '@noble/curves/ed25519.js'

const { voprf } = ristretto255_oprf
const TAG_BYTES = 16
const MAX_INPUT_BYTES = 65_535

const inputOf = (address: string, password: string): Uint8Array =>
  Buffer.from(`${address.toLowerCase()}\0${password}`, 'utf8')

/**
 * Of one address: the API does not see for which address a browser blinds, so one key for all would
 * let the evaluations of many links test guesses of one person's password.
 */
const keyPairOf = (key: Uint8Array, address: string) =>
  voprf.deriveKeyPair(hash('sha256', key, 'buffer'), Buffer.from(`atalaia proof ${address.toLowerCase()}`))

// The library has it, and its types leave it out.
const evaluateClear = (secretKey: Uint8Array, input: Uint8Array): Uint8Array => {
  const evaluate: unknown = Reflect.get(voprf, 'evaluate')
  const output: unknown = typeof evaluate === 'function' ? evaluate(secretKey, input) : undefined
  if (!(output instanceof Uint8Array)) throw new Error('@noble/curves: voprf.evaluate gave no bytes')
  return output
}

/** `undefined`: too long. */
export type ProofTag = (address: string, password: string) => Uint8Array | undefined

/** RFC 9497 (VOPRF, ristretto255-SHA512), cut to 16 bytes. */
export const createProofTag = (key: Uint8Array): ProofTag => {
  // Rows of an address often follow one another.
  let last = { address: '', secretKey: keyPairOf(key, '').secretKey }
  return (address, password) => {
    const input = inputOf(address, password)
    if (input.length > MAX_INPUT_BYTES) return undefined
    if (last.address !== address) last = { address, secretKey: keyPairOf(key, address).secretKey }
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
  const { secretKey, publicKey } = keyPairOf(key, address)
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
