import {
  readAddress,
  readApi,
  readLocale,
  readMonths,
  readParts,
  readRefresh,
  readTheme,
  readView,
} from './read-attributes.ts'

test.each([
  [null, 'light'],
  ['', 'light'],
  ['sea', 'sea'],
])('theme %s shows %s without a word', (given, value) => {
  expect(readTheme(given)).toEqual({ value, warnings: [] })
})

test('a theme that is none shows light, and the warning names those there are', () => {
  const { value, warnings } = readTheme('pink')
  expect(value).toBe('light')
  expect(warnings).toEqual([expect.stringMatching(/theme="pink".*dark, light, sea, sky, rain, middle/)])
})

test.each([
  [null, ['summary', 'reports', 'chart', 'add', 'emails']],
  ['  chart   summary ', ['chart', 'summary']],
])('show %s means %j', (given, value) => {
  expect(readParts(given)).toEqual({ value, warnings: [] })
})

test('an unknown part is left out and named; with no other, all are shown', () => {
  expect(readParts('chart map').value).toEqual(['chart'])
  const { value, warnings } = readParts('map')
  expect(value).toHaveLength(5)
  expect(warnings).toEqual([expect.stringMatching(/no part "map"; it takes summary, reports, chart, add, emails/)])
})

const page = 'https://portal.example/intranet/'
const script = 'https://atalaia.example/embed/mfe-analytics/stable/embed.js'

test.each([
  [null, 'https://atalaia.example/api'],
  ['/leaks', 'https://portal.example/leaks'],
  ['https://other.example/api', 'https://other.example/api'],
])('api %s is %s', (given, address) => {
  expect(readApi(given, page, script)?.href).toBe(address)
})

test.each(['http://', 'javascript:alert(1)', 'ftp://atalaia.example/api'])('api %s is none', (given) => {
  expect(readApi(given, page, script)).toBeUndefined()
})

// Rule: M-EMBED-29
test.each([
  [null, undefined],
  [' ', undefined],
  ['30', 30],
  [' 300 ', 300],
  ['99999999', 86_400],
])('refresh %j reloads every %j seconds', (given, value) => {
  expect(readRefresh(given)).toEqual({ value, warnings: [] })
})

// Rule: M-EMBED-29
test.each([
  ['29', 30, /refresh="29" is less than 30 seconds/],
  ['0', 30, /refresh="0" is less than 30 seconds/],
  ['1m', undefined, /refresh="1m" is no number of seconds/],
  ['-60', undefined, /no number of seconds/],
  ['1e9', undefined, /no number of seconds/],
])('refresh %j reloads every %j seconds, and a warning says so', (given, value, warning) => {
  expect(readRefresh(given)).toEqual({ value, warnings: [expect.stringMatching(warning)] })
})

// Rule: M-EMBED-39
test.each([
  ['en', 'en', 'en'],
  ['EN-us', 'en', 'en-US'],
  ['en_GB', 'en', 'en-GB'],
  ['es-419', 'es', 'es-419'],
  ['pt-PT', 'pt-BR', 'pt-BR'],
])('locale %s speaks %s, with the numbers and days of %s', (given, name, tag) => {
  expect(readLocale(given)).toEqual({ value: { name, tag }, warnings: [] })
})

test('without a locale none is asked for; one that is none is named, with those there are', () => {
  for (const nothing of [null, '']) expect(readLocale(nothing)).toEqual({ value: undefined, warnings: [] })
  for (const wrong of ['fr', 'english', 'en-', 'es--x']) {
    const { value, warnings } = readLocale(wrong)
    expect(value).toBeUndefined()
    expect(warnings).toEqual([expect.stringMatching(/locale=".*" is not known; it takes pt-BR, en, es/)])
  }
})

const HUGE = 'x'.repeat(10_000_000)

// Threat: T-PAGE-5
test('attributes that come out of an address, however long, are read at once and repeated in part', () => {
  const reads = [readLocale(`en-x-${HUGE}`), readTheme(HUGE), readParts(HUGE), readRefresh(HUGE), readMonths(HUGE)]
  const warnings = reads.flatMap((read) => read.warnings)
  expect(warnings).toHaveLength(reads.length)
  expect(warnings.filter((text) => text.length > 300)).toEqual([])
  expect(readParts('no '.repeat(1_000_000)).warnings.length).toBeLessThan(100)
})

// Rule: M-EMBED-39
test.each([
  ['en-u-nu-arab', 'en'],
  ['es-AR-u-ca-buddhist', 'es-AR'],
  ['en-x-portal', 'en'],
])('of the locale %s, %s is taken: extensions would change digits and calendars', (given, tag) => {
  expect(readLocale(given).value?.tag).toBe(tag)
})

// Rule: M-EMBED-43
test('a view that is none shows the dashboard, and the warning names those there are', () => {
  for (const given of [null, '', 'dashboard']) expect(readView(given)).toEqual({ value: 'dashboard', warnings: [] })
  expect(readView('cases').value).toBe('cases')
  const { value, warnings } = readView('domains')
  expect(value).toBe('dashboard')
  expect(warnings).toEqual([expect.stringMatching(/view="domains" is not known; it takes dashboard, cases, alerts/)])
  expect([readAddress(null), readAddress(' '), readAddress(' ana@acme.com ')]).toEqual([
    undefined,
    undefined,
    'ana@acme.com',
  ])
})
