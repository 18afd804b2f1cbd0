import { coverageText, noneFoundText } from './coverage.tsx'

test('what was covered is told with its date in São Paulo', () => {
  expect(coverageText({ fontes: 1, atualizado_em: '2025-11-21T01:00:00Z' })).toBe('1 fonte, atualizado em 20/11/2025')
  expect(noneFoundText('Nenhum vazamento', { fontes: 1234 })).toBe('Nenhum vazamento em 1.234 fontes.')
})

// Rule: P-DASH-23
test('without a source nothing is said to be free of leaks', () => {
  expect(noneFoundText('Nenhum vazamento', { fontes: 0 })).toBe('Nenhuma fonte foi importada ainda.')
})

test('an unknown coverage is not made up', () => {
  expect(noneFoundText('Nenhum vazamento', null)).toBe('Nenhum vazamento nas fontes consultadas.')
})
