import { bandOf } from './heat-bands.ts'

// Rule: P-KIT-24
test.each([
  [-30, 'Baixa'],
  [5, 'Baixa'],
  [6, 'Média'],
  [20, 'Média'],
  [21, 'Alta'],
  [45, 'Alta'],
  [46, 'Extrema'],
  [55, 'Extrema'],
  [56, 'fora das faixas'],
])('%d is %s', (value, band) => {
  expect(bandOf(value)).toBe(band)
})
