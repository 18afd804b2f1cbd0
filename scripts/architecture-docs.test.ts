import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@atalaia/stack'

const MAX_FILES_OF_A_PAGE = 15
const MAX_FILES_OF_AN_ORDER = 10

const [, passed = ''] = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split(
  '## The files that a request passes',
)
const sections = passed.split(/^### /m).slice(1)
const [page = ''] = sections

/** The files in the tables and lists of a section, which may lie below a folder. */
const filesOf = (section: string): string[] => {
  const [, folder = ''] = /^All files are below `([^`]+)`/m.exec(section) ?? []
  return Array.from(section.matchAll(/^(?:\||-) `([^`]+)`/gm), ([, file = '']) => join(folder, file))
}

test('each file that something passes is there, and is named once', () => {
  expect(sections).toHaveLength(6)
  for (const section of sections) {
    const files = filesOf(section)
    expect(files.length).toBeGreaterThanOrEqual(10)
    expect(files.filter((file) => !file.includes('*') && !existsSync(join(root, file)))).toEqual([])
    expect(files).toEqual([...new Set(files)])
  }
})

test('a page request passes as many files as the text says, and no more than its bound', () => {
  const [, kept, bound, first] =
    /passes (\d+) files, and never more than (\d+):.*after a change passes (\d+)\./s.exec(page)?.map(Number) ?? []
  const [keptTable = ''] = page.split('also makes the page:')
  expect(filesOf(keptTable)).toHaveLength(kept ?? NaN)
  expect(filesOf(page)).toHaveLength(first ?? NaN)
  expect(bound).toBe(MAX_FILES_OF_A_PAGE)
  expect(kept).toBeLessThanOrEqual(MAX_FILES_OF_A_PAGE)
})

test('publish and promote pass as few files', () => {
  const orders = sections.filter((section) => /^From an (upload|order)/.test(section))
  expect(orders.map((section) => filesOf(section).length <= MAX_FILES_OF_AN_ORDER)).toEqual([true, true])
})
