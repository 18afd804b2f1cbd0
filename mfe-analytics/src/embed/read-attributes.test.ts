import { readApi, readParts, readTheme } from './read-attributes.ts'

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
