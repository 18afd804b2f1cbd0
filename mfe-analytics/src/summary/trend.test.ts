import type { Analysis } from '@atalaia/contracts'
import { portuguese } from '../language/portuguese.ts'
import { monthTrend, trendText } from './trend.ts'

const row = (data_analise: string, total_vazamentos: number): Analysis => ({
  data_analise,
  total_vazamentos,
  total_senhas: 0,
})
const leaks = (analysis: Analysis) => analysis.total_vazamentos
const text = (current: number, rows: Analysis[], today = '2025-11-20') => {
  const trend = monthTrend(current, rows, leaks, today)
  return trend && trendText(trend, portuguese)
}

// Rule: P-DASH-4
test('a rise is told against the last analysis of the month before', () => {
  expect(text(1284, [row('2025-10-02', 900), row('2025-10-30', 1146), row('2025-11-20', 1284)])).toBe(
    '+138 (+12%) desde outubro',
  )
})

test('a fall has its sign, a standstill says so', () => {
  expect(text(90, [row('2025-10-30', 100)])).toBe('-10 (-10%) desde outubro')
  expect(text(100, [row('2025-10-30', 100)])).toBe('igual a outubro')
})

test('from nothing there is no percentage', () => {
  expect(text(5, [row('2025-10-30', 0)])).toBe('+5 desde outubro')
})

test('a rise to many times as much is told without a percentage', () => {
  expect(text(5000, [row('2025-10-30', 4)])).toBe('+4.996 desde outubro')
})

// Rule: P-DASH-4
test('without an analysis in the month before nothing is claimed', () => {
  expect(text(5, [row('2025-09-30', 1), row('2025-11-01', 3)])).toBeUndefined()
})

test('in January the month before is December', () => {
  expect(text(11, [row('2025-12-31', 10)], '2026-01-15')).toBe('+1 (+10%) desde dezembro')
})
