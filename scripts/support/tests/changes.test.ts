import { changesForAll, findChanges, testsOfChanges } from './changes.ts'

const tests = [
  'leak-api/src/base/store/fingerprint.test.ts',
  'leak-api/src/config.test.ts',
  'mfe-analytics/src/cases/case.test.tsx',
  'mfe-analytics/src/cases/parts/row.test.tsx',
  'mfe-analytics/src/lists/zip.test.ts',
  'scripts/rules.test.ts',
  'scripts/support/x.test.ts',
]
const read = (test: string) => (test === 'leak-api/src/config.test.ts' ? "import { a } from '../testing/a.ts'" : '')

test.each<[string, string, string[]]>([
  ['a module those of its folder', 'mfe-analytics/src/cases/case.tsx', tests.slice(2, 3)],
  ['a test itself and its neighbours', 'mfe-analytics/src/lists/zip.test.ts', tests.slice(4, 5)],
  ['a folder without tests those of the next one above', 'leak-api/src/base/store/migrations/1.sql', tests.slice(0, 1)],
  ['or those below', 'mfe-analytics/src/x.css', tests.slice(2, 5)],
  ['a helper those that import it', 'leak-api/testing/a.ts', tests.slice(1, 2)],
  ['what is beside the sources of a package all of its tests', 'leak-api/package.json', tests.slice(0, 2)],
  ['a page of docs the tests about them', 'docs/product.md', tests.slice(5, 6)],
  ['a README nothing', 'leak-api/README.md', []],
  ['a file of a folder without tests nothing', 'deploy/Dockerfile', []],
])('%s', (_, file, expected) => {
  expect(testsOfChanges([file, file], tests, read)).toEqual(expected)
})

test('settings at the root are for all tests', () => {
  expect(changesForAll(['pnpm-lock.yaml', 'README.md', 'e2e/package.json'])).toEqual(['pnpm-lock.yaml'])
})

test('a commit that does not exist is named', () => {
  expect(() => findChanges('no-such-commit')).toThrow(/--changed needs a Git clone.*no-such-commit/s)
})
