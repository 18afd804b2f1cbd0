import { portuguese } from '../language/portuguese.ts'
import { coverageText, noneFoundText, updatedText } from './coverage.tsx'

test('what was covered is told with its date in São Paulo', () => {
  expect(coverageText({ fontes: 1, atualizado_em: '2025-11-21T01:00:00Z' }, portuguese)).toBe(
    '1 fonte, atualizado em 20/11/2025',
  )
  expect(noneFoundText('none.leaks', { fontes: 1234 }, portuguese)).toBe('Nenhum vazamento em 1.234 fontes.')
})

// Rule: P-DASH-23
test('without a source nothing is said to be free of leaks', () => {
  expect(noneFoundText('none.leaks', { fontes: 0 }, portuguese)).toBe('Nenhuma fonte foi importada ainda.')
})

test('an unknown coverage is not made up', () => {
  expect(noneFoundText('none.leaks', null, portuguese)).toBe('Nenhum vazamento nas fontes consultadas.')
})

const lineOf = (coverage: Parameters<typeof updatedText>[0]) => updatedText(coverage, portuguese)

// Rule: P-DASH-34
test('the line below the title has the day and the sources, and nothing before the answer', () => {
  expect(lineOf({ fontes: 12, atualizado_em: '2025-11-21T15:00:00Z' })).toBe('Atualizado em 21/11/2025, 12 fontes.')
  expect(lineOf({ fontes: 0 })).toBe('Cobertura: nenhuma fonte ainda.')
  expect(lineOf(null)).toBe('')
})
