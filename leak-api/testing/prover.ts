import { ristretto255_oprf } from '@noble/curves/ed25519.js'
import { evaluationSchema } from '@atalaia/contracts/notices'

const { voprf } = ristretto255_oprf
const bytesOf = (text: string) => Buffer.from(text, 'base64url')
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** As the browser does. */
export const blindPassword = (address: string, password: string) => {
  const input = Buffer.from(`${address}\0${password}`)
  const { blind, blinded } = voprf.blind(input)
  return {
    cego: textOf(blinded),
    finish: (answer: unknown, chave: string): string => {
      const { avaliado, prova } = evaluationSchema.parse(answer)
      const output = voprf.finalize(input, blind, bytesOf(avaliado), blinded, bytesOf(chave), bytesOf(prova))
      return textOf(output.subarray(0, 16))
    },
  }
}
