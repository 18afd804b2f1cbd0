import { ristretto255_oprf } from '@noble/curves/ed25519.js'
import { blindPassword } from './proof.ts'

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
const { voprf } = ristretto255_oprf
const server = voprf.deriveKeyPair(new Uint8Array(32).fill(7), new TextEncoder().encode('proof'))

const tagOf = (address: string, password: string) => {
  const input = Uint8Array.from(Buffer.from(`${address}\0${password}`))
  const { blind, blinded } = voprf.blind(input)
  const { evaluated, proof } = voprf.blindEvaluate(server.secretKey, server.publicKey, blinded)
  const output = voprf.finalize(input, blind, evaluated, blinded, server.publicKey, proof)
  return base64url(output.subarray(0, 16))
}
const evaluate = (blinded: string, keys = server) => {
  const { evaluated, proof } = voprf.blindEvaluate(keys.secretKey, keys.publicKey, bytesOf(blinded))
  return { avaliado: base64url(evaluated), prova: base64url(proof) }
}
const check = {
  endereco: 'Ana@empresa.example',
  chave: base64url(server.publicKey),
  marcas: [tagOf('ana@empresa.example', 'antiga'), tagOf('ana@empresa.example', 'çãé 日本')],
  restantes: 10,
  parcial: false,
}

// Rule: P-NOTICE-44
test.each([
  ['antiga', 'leaked'],
  ['çãé 日本', 'leaked'],
  ['Antiga', 'changed'],
  ['nova senha', 'changed'],
])('the password %s is found %s, by the tags of the address alone', (password, verdict) => {
  const blinded = blindPassword(check, password)
  expect(blinded.verdictOf(evaluate(blinded.blinded))).toBe(verdict)
})

test('a password that leaked with another address counts as changed', () => {
  const other = { ...check, marcas: [tagOf('bia@empresa.example', 'antiga')] }
  const blinded = blindPassword(other, 'antiga')
  expect(blinded.verdictOf(evaluate(blinded.blinded))).toBe('changed')
})

test('the same password is never sent twice in the same form', () => {
  expect(blindPassword(check, 'antiga').blinded).not.toBe(blindPassword(check, 'antiga').blinded)
})

test('an evaluation under another key, or of another element, is forged', () => {
  const blinded = blindPassword(check, 'antiga')
  const other = voprf.deriveKeyPair(new Uint8Array(32).fill(8), new Uint8Array())
  expect(blinded.verdictOf(evaluate(blinded.blinded, other))).toBe('forged')
  expect(blinded.verdictOf(evaluate(blindPassword(check, 'antiga').blinded))).toBe('forged')
  expect(blinded.verdictOf({ avaliado: 'A'.repeat(43), prova: '%' })).toBe('forged')
})
