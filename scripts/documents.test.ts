import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brokenLinks, styleProblems } from './support/documents.ts'

const problemsOf = (...lines: string[]) => styleProblems({ path: 'a.md', text: lines.join('\n') })

test('a line over 100 characters is named with its number, whatever its links weigh', () => {
  expect(problemsOf('# A', '', 'x'.repeat(101))).toEqual(['a.md:3: the line has 101 characters, 100 at most'])
  expect(problemsOf(`[a](${'x'.repeat(200)})`, `[a]: ${'x'.repeat(200)}`, `https://${'x'.repeat(200)}`)).toEqual([])
})

test('code and comments may have long lines', () => {
  expect(problemsOf('```sh', 'x'.repeat(101), '```', `<!-- ${'x'.repeat(101)} -->`)).toEqual([])
})

test('a row of a table may be long, a cell of it may not', () => {
  const cell = 'x'.repeat(90)
  expect(problemsOf(`| ${cell} | ${cell} |`)).toEqual([])
  expect(problemsOf(`| ${'x'.repeat(121)} |`)).toEqual(['a.md:1: a cell has 121 characters, 120 at most'])
})

test.each(['Of the two one stays.', '- What a page shows.', 'It ends. Whoever comes waits.', '| One that waits. |'])(
  'a sentence that begins without its subject is named: %s',
  (line) => {
    expect(problemsOf(line)).toEqual([expect.stringMatching(/^a\.md:1: a sentence begins with "/)])
  },
)

test.each(['## What the tests notice', 'What is a remote?', 'A list\nOf two.', 'Offers come.'])(
  'a heading, a question and a line within a sentence may begin in any way: %s',
  (text) => {
    expect(problemsOf(text)).toEqual([])
  },
)

describe('a link', () => {
  let root: string

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'atalaia-documents-'))
    mkdirSync(join(root, 'docs'))
    writeFileSync(join(root, 'code.ts'), '')
    writeFileSync(join(root, 'docs/a.md'), '')
    writeFileSync(join(root, 'docs/b.md'), '')
  })

  afterAll(() => rmSync(root, { recursive: true, force: true }))

  const other = { path: 'docs/b.md', text: '# HTTP/1.1 and `x`\n\n## Limits\n\n## Limits\n' }
  const brokenIn = (text: string) => brokenLinks(root, [{ path: 'docs/a.md', text }, other])

  test.each([
    '[a](b.md#http11-and-x)',
    '[a](b.md#limits-1)',
    '[a](../code.ts)',
    '[a](rules.md)',
    '[a](#own)\n\n# Own',
    '[a](https://example.com/x)',
    '`[a](none.md)`',
  ])('is right: %s', (text) => {
    expect(brokenIn(text)).toEqual([])
  })

  test.each(['none.md', 'b.md#none', '#none'])('leads to no page or heading: %s', (target) => {
    expect(brokenIn(`[a](${target})`)).toEqual([`docs/a.md: no such page or heading: ${target}`])
    expect(brokenIn(`[a]: ${target}`)).toEqual([`docs/a.md: no such page or heading: ${target}`])
  })
})
