import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@atalaia/stack'

const [, ways = ''] = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split('## Ways through the platform')
const sections = ways.split(/^### /m).slice(1)

/** The files of a way's tables. Those of a page request lie below `gateway/src`. */
const filesOf = (section: string): string[] => {
  const folder = section.startsWith('A page request') ? 'gateway/src' : ''
  return Array.from(section.matchAll(/^\| `([^`]+)`/gm), ([, file = '']) => join(folder, file))
}

test('each file that a thing passes on its way through the house is there, and is named once', () => {
  expect(sections).toHaveLength(4)
  for (const section of sections) {
    const files = filesOf(section)
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter((file) => !file.includes('*') && !existsSync(join(root, file)))).toEqual([])
    expect(files).toEqual([...new Set(files)])
  }
})
