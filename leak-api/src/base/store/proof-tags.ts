import { hash } from 'node:crypto'
import { ristretto255_oprf } from '@noble/curves/ed25519.js'

const { voprf } = ristretto255_oprf
const TAG_BYTES = 16
const MAX_INPUT_BYTES = 65_535

const inputOf = (address: string, password: string): Uint8Array =>
  Buffer.from(`${address.toLowerCase()}\0${password}`, 'utf8')

const keyPairOf = (key: Uint8Array) => voprf.deriveKeyPair(hash('sha256', key, 'buffer'), Buffer.from('atalaia proof'))

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
  const { secretKey } = keyPairOf(key)
  return (address, password) => {
    const input = inputOf(address, password)
    return input.length > MAX_INPUT_BYTES ? undefined : evaluateClear(secretKey, input).subarray(0, TAG_BYTES)
  }
}

export type Evaluation = { readonly evaluated: Uint8Array; readonly proof: Uint8Array }

export type ProofKey = {
  readonly publicKey: Uint8Array
  /** `undefined`: an invalid element. */
  evaluate(blinded: Uint8Array): Evaluation | undefined
}

export const createProofKey = (key: Uint8Array): ProofKey => {
  const { secretKey, publicKey } = keyPairOf(key)
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
