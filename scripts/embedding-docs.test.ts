import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { problemCodes } from '../mfe-analytics/src/embed/problem.ts'
import { dashboardParts } from '../mfe-analytics/src/screen/parts.ts'
import { root } from './support/workspace.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('docs/embedding.md')
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Code of the page that stands below the name of the file that it is from. */
const blocks = [...page.matchAll(/<!-- (\S+) -->\n+```\w+\n([^]*?)```/g)].map(([, file = '', code = '']) => ({
  file,
  code,
}))

test('the page has the code of a portal', () => {
  expect(blocks.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['examples/portal/server.mjs', 'examples/html/portal.js']),
  )
})

test.each(blocks)('what the page shows of $file runs there as it is', ({ file, code }) => {
  const written = linesOf(read(file))
  let from = 0
  const missing = linesOf(code).filter((line) => {
    const place = written.indexOf(line, from)
    if (place >= 0) from = place + 1
    return place < 0
  })
  expect(missing).toEqual([])
})

const named = (pattern: RegExp, text = page) =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].toSorted()

test('every error code has its row, and no other does', () => {
  const [, errors = ''] = page.split('### Errors')
  expect(named(/^\| `([a-z-]+)`/gm, errors.split('\n### ')[0])).toEqual([...problemCodes].toSorted())
})

test('every part that show takes is named', () => {
  const [row = ''] = page.match(/^\| `show`.*$/m) ?? []
  expect(dashboardParts.filter((part) => !row.includes(`\`${part}\``))).toEqual([])
})

test('every custom property has its row, and no other does', () => {
  expect(named(/^\| `(--atalaia-[a-z-]+)`/gm)).toEqual(
    named(/var\((--atalaia-[a-z-]+)/g, read('mfe-analytics/src/embed/embed.css')),
  )
})
