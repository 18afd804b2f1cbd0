import { formatDate } from './format-date.ts'
import { formatNumber } from './format-number.ts'
import { formatRelativeDay } from './format-relative-day.ts'

// Rule: P-NUM-2
it('a number has dots between its thousands', () => {
  expect(formatNumber(1284)).toBe('1.284')
})

// Rule: P-NUM-1
it('a number that is not known is a dash, never 0', () => {
  expect(formatNumber(undefined)).toBe('—')
  expect(formatNumber(0)).toBe('0')
})

// Rule: P-NUM-3
it('a moment belongs to the day that it is in São Paulo', () => {
  expect(formatDate('2025-11-22T02:59:59Z')).toBe('21/11/2025')
  expect(formatDate('2025-11-22T03:00:00Z')).toBe('22/11/2025')
})

it('a date without a time is that day', () => {
  expect(formatDate('2025-11-21')).toBe('21/11/2025')
})

it('what is no date is a dash', () => {
  expect(formatDate('ontem')).toBe('—')
  expect(formatRelativeDay('')).toBe('—')
})

// Rule: P-DASH-26
it.each([
  ['2025-11-21T23:00:00Z', 'hoje · 21 nov.'],
  ['2025-11-20', 'ontem · 20 nov.'],
  ['2025-11-22', 'amanhã · 22 nov.'],
  ['2025-11-18', 'há 3 dias · 18 nov.'],
  ['2025-11-01', '1 nov.'],
  ['2024-11-21', '21/11/2024'],
])('on 21 November 2025 the day of %s is called %s', (iso, said) => {
  expect(formatRelativeDay(iso, '2025-11-21T15:00:00Z')).toBe(said)
})
