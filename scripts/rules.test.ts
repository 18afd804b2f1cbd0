import { describeRuleIndex, examineRules } from './support/rules.ts'

const product = (...ids: string[]) => ({
  path: 'docs/product.md',
  text: ids.map((id) => `- **${id}** A sentence.\n`).join(''),
})
const spec = (...lines: string[]) => ({ path: 'mfe-x/src/x.test.ts', text: lines.join('\n') })

test('a rule is cited by the comment above a test, several on one line too', () => {
  const { rules, uncited } = examineRules([
    product('P-X-1', 'P-X-2', 'P-X-3'),
    spec('// Rule: P-X-1, P-X-2', "test('one', () => {})"),
  ])
  expect(rules.map(({ id }) => id)).toEqual(['P-X-1', 'P-X-2', 'P-X-3'])
  expect(uncited).toEqual([{ id: 'P-X-3', place: 'docs/product.md:3' }])
})

test.each([
  "test.each([1])('of %d', () => {})",
  "  test.each<[string]>([['a']])('of %s', () => {})",
  "it('is one', async () => {})",
  "describe('all of it', () => {})",
  "test.describe('in the browser', () => {})",
  "// Why it is here.\ntest('after another comment', () => {})",
])('a citation counts above %s', (line) => {
  expect(examineRules([product('P-X-1'), spec('  // Rule: P-X-1', line)])).toMatchObject({ uncited: [], misplaced: [] })
})

test('a citation above no test is misplaced and does not count', () => {
  const { uncited, misplaced } = examineRules([product('P-X-1'), spec('// Rule: P-X-1', 'const x = 1')])
  expect(misplaced).toEqual([{ id: 'P-X-1', place: 'mfe-x/src/x.test.ts:1' }])
  expect(uncited).toHaveLength(1)
})

test('a citation in code that is no test does not count as held', () => {
  const source = { path: 'mfe-x/src/x.ts', text: '// Rule: P-X-1\ntest()' }
  expect(examineRules([product('P-X-1'), source]).uncited).toHaveLength(1)
})

test('a mention of an id that no page defines is unknown, wherever it stands', () => {
  const { unknown } = examineRules([
    product('P-X-1'),
    { path: 'mfe-x/src/x.tsx', text: '/** The title (P-X-1). */\n/** The end (P-Y-7). */' },
    { path: 'docs/other.md', text: 'HMAC-SHA-256 is no rule; see M-Z-1.' },
  ])
  expect(unknown).toEqual([
    { id: 'P-Y-7', place: 'mfe-x/src/x.tsx:2' },
    { id: 'M-Z-1', place: 'docs/other.md:1' },
  ])
})

test('an id that is defined twice, or on the other page, is a duplicate', () => {
  const { duplicate } = examineRules([product('P-X-1', 'P-X-1', 'M-X-1')])
  expect(duplicate).toEqual([
    { id: 'P-X-1', place: 'docs/product.md:2' },
    { id: 'M-X-1', place: 'docs/product.md:3' },
  ])
})

test('an id within a sentence of the page defines nothing', () => {
  const page = { path: 'docs/product.md', text: '- **P-X-1** See P-X-2.\n' }
  expect(examineRules([page])).toMatchObject({ rules: [{ id: 'P-X-1' }], unknown: [{ id: 'P-X-2' }] })
})

test('the index names the files of code that cite a rule, and those with its tests, and no others', () => {
  const report = examineRules([
    product('P-X-1', 'P-X-2', 'P-Y-1'),
    { path: 'mfe-x/src/y.tsx', text: '/** The title (P-X-1). */\n/** Its end (P-X-1). */' },
    { path: 'mfe-x/src/a.css', text: '/* P-X-1 */' },
    { path: 'mfe-x/src/testing/title.ts', text: '// P-X-1' },
    { path: 'e2e/specs/title.ts', text: '// P-X-1' },
    spec('// Rule: P-X-1, P-Y-1', "test('one', () => {})"),
    { path: 'mfe-x/src/z.test.ts', text: '// as P-X-2 says' },
  ])
  expect(describeRuleIndex(report).split('\n').slice(6)).toEqual([
    '## P-X',
    '',
    '- **P-X-1** `mfe-x/src/a.css`, `mfe-x/src/y.tsx`; tests: `mfe-x/src/x.test.ts`',
    '- **P-X-2** tests: ',
    '',
    '## P-Y',
    '',
    '- **P-Y-1** tests: `mfe-x/src/x.test.ts`',
    '',
  ])
})
