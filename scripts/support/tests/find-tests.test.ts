import { chooseTests, findTestFiles, isFull } from './find-tests.ts'

const sources: Readonly<Record<string, string>> = {
  'shared/kernel/src/session.test.ts': "test('a log-out ends it', …)",
  'gateway/src/faults/killed.full.test.ts': "test('a killed gateway', …)",
  'e2e/specs/session-end.spec.ts': "test('a log-out is seen elsewhere', …)",
}
const all = {
  unit: ['shared/kernel/src/session.test.ts', 'gateway/src/faults/killed.full.test.ts'],
  browser: ['e2e/specs/session-end.spec.ts'],
}
const choose = (...words: string[]) => chooseTests(words, all, (file) => sources[file] ?? '')

test.each<[string, string[], object]>([
  ['a part of a path chooses its files', ['session'], { unit: [all.unit[0]], browser: all.browser, title: '' }],
  ['a whole path chooses one', ['e2e/specs/session-end.spec.ts'], { unit: [], browser: all.browser, title: '' }],
  [
    'words of a title choose by title, with quotes or without',
    ['a', 'log-out', 'ends'],
    { unit: [all.unit[0]], browser: [], title: 'a log-out ends' },
  ],
  ['both together are a title within files', ['e2e', 'log-out'], { unit: [], browser: all.browser, title: 'log-out' }],
  ['what stands nowhere chooses nothing', ['log-in'], { unit: [], browser: [], title: 'log-in' }],
])('%s', (_, words, expected) => {
  expect(choose(...words)).toEqual(expected)
})

test('the workspace has both kinds of tests, and some of Jest’s are left to --all', () => {
  const { unit, browser } = findTestFiles()
  expect(unit).toContain('scripts/support/tests/find-tests.test.ts')
  expect(browser).toContain('e2e/specs/journey.spec.ts')
  expect(unit.filter(isFull)).toContain('scripts/packages.full.test.ts')
  expect(unit.filter((file) => /(^|\/)(node_modules|dist)\//.test(file))).toEqual([])
})
