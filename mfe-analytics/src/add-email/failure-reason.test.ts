import { PROBLEM_TYPES, type HttpFailure } from '@atalaia/contracts'
import { createLanguage as english } from '../language/english.ts'
import type { Language } from '../language/language.ts'
import { portuguese } from '../language/portuguese.ts'
import { createLanguage as spanish } from '../language/spanish.ts'
import { failureReason } from './failure-reason.ts'

const refused = (status: number, type?: string): HttpFailure => ({
  kind: 'status',
  status,
  body: { type, message: 'As palavras do servidor.' },
})
const OWN = { text: 'As palavras do servidor.', lang: 'pt-BR' }
const CASES: readonly (readonly [HttpFailure, string])[] = [
  ...Object.values(PROBLEM_TYPES).map((type) => [refused(400, type), type] as const),
  ...[401, 429, 500, 502, 503, 504].map((status) => [refused(status, 'about:blank'), String(status)] as const),
]

// Rule: P-LANG-2
test.each<[string, Language]>([
  ['English', english('en')],
  ['Spanish', spanish('es')],
])('in %s, a refusal whose type or status says all is told in its words', (_, language) => {
  const told = CASES.map(([failure, name]) => ({ name, reason: failureReason(failure, language) }))
  expect(told.filter(({ reason }) => !reason || reason.lang !== undefined || /servidor\./.test(reason.text))).toEqual(
    [],
  )
  expect(new Set(told.map(({ reason }) => reason?.text)).size).toBe(CASES.length - 2)
})

// Rule: P-LANG-2
test('a refusal of another type, or without one, has the words of the server, named as Portuguese', () => {
  const other = [
    refused(409),
    refused(422, 'about:blank'),
    refused(403, 'urn:atalaia:problem:later'),
    refused(418, 'toString'),
  ]
  expect(other.map((failure) => failureReason(failure, english('en')))).toEqual(other.map(() => OWN))
})

// Rule: P-LANG-2, P-EMAIL-5
test('in Portuguese, each refusal has the words of the server', () => {
  expect(CASES.map(([failure]) => failureReason(failure, portuguese))).toEqual(CASES.map(() => OWN))
})
