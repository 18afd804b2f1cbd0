import { changesForAll, findChanges, testsBesideChanges } from './changes.ts'

const tests = [
  'leak-api/src/watchlist/cases/cases.test.ts',
  'leak-api/src/base/store/fingerprint.test.ts',
  'mfe-analytics/src/cases/case.test.tsx',
  'mfe-analytics/src/cases/parts/row.test.tsx',
  'mfe-analytics/src/lists/zip.test.ts',
  'scripts/rules.test.ts',
  'scripts/support/x.test.ts',
]

test.each<[string, string, string[]]>([
  ['a migration reaches all tests of its package', 'leak-api/src/base/store/migrations/0001-x.sql', tests.slice(0, 2)],
  ['a style the tests of its folder and those below', 'mfe-analytics/src/cases/case.css', tests.slice(2, 4)],
  ['or of the next folder that has some', 'mfe-analytics/src/lists/icons/x.svg', tests.slice(4, 5)],
  ['a page of docs the tests about them', 'docs/product.md', tests.slice(5, 6)],
  ['a module what imports it, which Jest finds', 'leak-api/src/base/store/store.ts', []],
  ['a README nothing', 'leak-api/README.md', []],
  ['a file of a folder without tests nothing', 'deploy/Dockerfile', []],
])('%s', (_, file, expected) => {
  expect(testsBesideChanges([file, file], tests)).toEqual(expected)
})

test('settings at the root are for all tests', () => {
  expect(changesForAll(['pnpm-lock.yaml', 'README.md', 'e2e/package.json'])).toEqual(['pnpm-lock.yaml'])
})

test('a commit that does not exist is named', () => {
  expect(() => findChanges('no-such-commit')).toThrow(/--changed needs a Git clone.*no-such-commit/s)
})
