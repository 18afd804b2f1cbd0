import { monthsBefore, today } from './days.ts'

test('late at night in UTC it is still the day before in São Paulo', () => {
  expect(today(new Date('2025-11-21T01:30:00Z'))).toBe('2025-11-20')
})

test('three months before is the same day of the month, over the turn of the year too', () => {
  expect(monthsBefore('2025-11-20', 3)).toBe('2025-08-20')
  expect(monthsBefore('2026-01-15', 3)).toBe('2025-10-15')
})

test('a day that the shorter month does not have becomes its last one', () => {
  expect(monthsBefore('2025-05-31', 3)).toBe('2025-02-28')
})
