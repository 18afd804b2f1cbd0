import type { evaluationSchema, PersonNotice } from '@atalaia/contracts/notices'
import { ristretto255_oprf } from '@noble/curves/ed25519.js'
import type { infer as Infer } from 'zod/mini'

/** `forged`: the answer is not of the notice's key. */
export type Verdict = 'changed' | 'leaked' | 'forged'
type Evaluation = Infer<typeof evaluationSchema>

export type BlindedPassword = {
  /** Base64url. */
  readonly blinded: string
  verdictOf(evaluation: Pick<Evaluation, 'avaliado' | 'prova'>): Verdict
}

const TAG_BYTES = 16
const { voprf } = ristretto255_oprf

/** Hides a password in an element that tells nothing about it (P-NOTICE-44). */
export const blindPassword = (
  { endereco, chave, marcas }: NonNullable<PersonNotice['conferencia']>,
  password: string,
): BlindedPassword => {
  const input = new TextEncoder().encode(`${endereco.toLowerCase()}\0${password}`)
  const { blind, blinded } = voprf.blind(input)
  return {
    blinded: toBase64url(blinded),
    verdictOf: ({ avaliado, prova }) => {
      try {
        const key = fromBase64url(chave)
        const output = voprf.finalize(input, blind, fromBase64url(avaliado), blinded, key, fromBase64url(prova))
        return marcas.includes(toBase64url(output.subarray(0, TAG_BYTES))) ? 'leaked' : 'changed'
      } catch {
        return 'forged'
      }
    },
  }
}

const toBase64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const fromBase64url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
