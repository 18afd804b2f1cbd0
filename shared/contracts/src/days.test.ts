import { monthsBefore, saoPauloDay, SERVER_TIME, serverNow, TIME_ZONE } from './days.ts'

// Rule: M-NUM-6
test('before 03:00 UTC it is still the day before in São Paulo', () => {
  expect(saoPauloDay(new Date('2026-11-21T02:59:59Z'))).toBe('2026-11-20')
  expect(saoPauloDay(new Date('2026-11-21T03:00:00Z'))).toBe('2026-11-21')
})

test.each([
  ['2026-11-21', 3, '2026-08-21'],
  ['2026-01-15', 3, '2025-10-15'],
  ['2026-05-31', 3, '2026-02-28'],
  ['2026-12-31', 1, '2026-11-30'],
])('%s is %d months after %s', (day, months, expected) => {
  expect(monthsBefore(day, months)).toBe(expected)
})

// Rule: M-NUM-6
test('late at night in UTC it is still the day before in São Paulo, in November as in the southern summer', () => {
  expect(saoPauloDay(new Date('2025-11-21T01:30:00Z'))).toBe('2025-11-20')
  expect(saoPauloDay(new Date('2026-01-21T02:30:00Z'))).toBe('2026-01-20')
})

test('every hour since 1914 has the day that the data of time zones say, summer time or not', () => {
  const { format } = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE })
  const differing: string[] = []
  // 53 hours: each hour of the day, and each week, comes again and again.
  for (let at = Date.UTC(1914, 0, 2); at < Date.UTC(2040, 0); at += 53 * 3_600_000) {
    const instant = new Date(at)
    if (saoPauloDay(instant) !== format(instant)) differing.push(instant.toISOString())
  }
  expect(differing).toEqual([])
  expect(saoPauloDay(new Date('2018-12-01T02:30:00Z'))).toBe('2018-12-01')
})

// Rule: P-SESSION-55
test.each([
  ['three days ahead', -72, 72],
  ['three days behind', 72, 72],
  ['two hours ahead', -2, 0],
])(
  "the clock of a page's computer that is %s is corrected by the gateway's time from three hours on",
  (_what, ahead, by) => {
    const responseStart = 80
    const description = String(performance.timeOrigin + responseStart + ahead * 3_600_000)
    const serverTiming = [
      { name: 'api', description: '' },
      { name: SERVER_TIME, description },
    ]
    jest.spyOn(performance, 'getEntriesByType').mockReturnValue([{ serverTiming, responseStart }] as never)
    const corrected = serverNow().getTime() - Date.now()
    expect(Math.abs(corrected / 3_600_000)).toBeCloseTo(by, 2)
    jest.restoreAllMocks()
  },
)

test('without a page, or the time of its gateway, the time is the own one', () => {
  expect(Math.abs(serverNow().getTime() - Date.now())).toBeLessThan(1000)
})
