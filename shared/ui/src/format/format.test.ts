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

// Rule: P-NUM-2, P-NUM-3, P-DASH-26
test('numbers, days and months read as those of the language, though most are written without Intl', () => {
  const number = new Intl.NumberFormat('pt-BR')
  const numbers = [0, 7, 12, 999, 1000, 12_345, 123_456, 1_000_000, -1, -123, -1234, 0.5, 1234.25]
  expect(numbers.map(formatNumber)).toEqual(numbers.map((value) => number.format(value)))

  const relative = new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto' })
  const [short, full] = [
    new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', month: 'short' }),
    new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', day: '2-digit', month: '2-digit', year: 'numeric' }),
  ]
  for (let month = 1; month <= 12; month += 1) {
    const day = `2025-${String(month).padStart(2, '0')}-15`
    const moment = new Date(`${day}T00:00:00Z`)
    expect(formatDate(day)).toBe(full.format(moment))
    for (let distance = -6; distance <= 6; distance += 1) {
      const now = new Date(moment.getTime() - distance * 86_400_000)
      const said = `${relative.format(distance, 'day')} · 15 ${short.format(moment)}`
      expect(formatRelativeDay(day, now.toISOString().slice(0, 10))).toBe(said)
    }
  }
})

test('the first screen takes no formatter of the language', () => {
  const made = [jest.spyOn(Intl, 'NumberFormat'), jest.spyOn(Intl, 'DateTimeFormat')]
  formatNumber(1284)
  formatRelativeDay('2025-11-20', '2025-11-21T15:00:00Z')
  expect(made.every((each) => each.mock.calls.length === 0)).toBe(true)
  jest.restoreAllMocks()
})
