import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@atalaia/stack'

const MAX_FILES_OF_A_PAGE = 15

const [, passed = ''] = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split(
  '## The files that a request passes',
)
const [paths = ''] = passed.split(/^## /m)
const sections = paths.split(/^### /m).slice(1)
const [page = ''] = sections

const filesOf = (section: string): string[] => {
  const [, folder = ''] = /^All files are below `([^`]+)`/m.exec(section) ?? []
  return Array.from(section.matchAll(/^\d+\. `([^`]+)`/gm), ([, file = '']) => join(folder, file))
}

test('each file that something passes is there, and is named once', () => {
  expect(sections).toHaveLength(5)
  for (const section of sections) {
    const files = filesOf(section)
    expect(files.length).toBeGreaterThanOrEqual(10)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
    expect(files).toEqual([...new Set(files)])
  }
})

test('a page request passes as many files as the text says, and no more than its bound', () => {
  const [, kept, bound, first] =
    /passes (\d+)\s+files \(limit: (\d+)\)\. The first request after a change passes (\d+)\./s
      .exec(page)
      ?.map(Number) ?? []
  const [keptList = ''] = page.split('also makes the page:')
  expect(filesOf(keptList)).toHaveLength(kept ?? NaN)
  expect(filesOf(page)).toHaveLength(first ?? NaN)
  expect(bound).toBe(MAX_FILES_OF_A_PAGE)
  expect(kept).toBeLessThanOrEqual(MAX_FILES_OF_A_PAGE)
})
