import { chartWindow } from './chart-points.ts'

const row = (data_analise: string, total_vazamentos: number, total_senhas: number) => ({
  data_analise,
  total_vazamentos,
  total_senhas,
})

// Rule: P-DASH-18
test('analyses out of order become points by ascending day', () => {
  const { points } = chartWindow([row('2025-11-10', 9, 4), row('2025-10-01', 7, 3)], '2025-11-20')
  expect(points).toEqual([
    { day: '2025-10-01', leaks: 7, passwords: 3 },
    { day: '2025-11-10', leaks: 9, passwords: 4 },
  ])
})

// Rule: P-DASH-17
test('what is older than three months is left out, the first day is still in', () => {
  const { from, points } = chartWindow([row('2025-08-19', 1, 1), row('2025-08-20', 2, 1)], '2025-11-20')
  expect(from).toBe('2025-08-20')
  expect(points.map(({ day }) => day)).toEqual(['2025-08-20'])
})

// Rule: P-DASH-18
test('of several analyses on one day the last one counts', () => {
  const { points } = chartWindow([row('2025-11-10', 5, 1), row('2025-11-10', 8, 2)], '2025-11-20')
  expect(points).toEqual([{ day: '2025-11-10', leaks: 8, passwords: 2 }])
})

// Rule: P-SESSION-55
test('with a clock that is days behind, the chart goes up to the last analysis', () => {
  const { to, points } = chartWindow([row('2025-11-10', 5, 1), row('2025-11-12', 8, 2)], '2025-11-08')
  expect([to, points.map(({ day }) => day)]).toEqual(['2025-11-12', ['2025-11-10', '2025-11-12']])
})
