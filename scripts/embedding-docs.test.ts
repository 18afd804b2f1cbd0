import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@atalaia/stack'
import {
  ANALYTICS_ATTRIBUTES,
  ANALYTICS_DEFAULT_THEME,
  ANALYTICS_ERROR_CODES,
  ANALYTICS_EVENTS,
  ANALYTICS_PARTS,
  ANALYTICS_SLOTS,
  ANALYTICS_STYLE_PARTS,
  ANALYTICS_SURFACE,
  THEME_NAMES,
} from '@atalaia/contracts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const guide = read('docs/integrators.md')
const page = read('docs/reference/embed.md')
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const blocks = [...guide.matchAll(/<!-- (\S+) -->\n+```\w+\n([^]*?)```/g)].map(([, file = '', code = '']) => ({
  file,
  code,
}))

test('the guide has the code of a portal', () => {
  expect(blocks.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['examples/portal/server.mjs', 'examples/html/portal.js']),
  )
})

test.each(blocks)('the code of $file in the guide is that of the file', ({ file, code }) => {
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

const rowsBelow = (heading: string) => {
  const [, rest = ''] = page.split(`\n${heading}\n`)
  const [section = ''] = rest.split(/\n#{2,3} /)
  return [...section.matchAll(/^\| +`([^`]+)` +\|(.*)\|$/gm)].map(([, name = '', cells = '']) => ({ name, cells }))
}
const namesBelow = (heading: string) => rowsBelow(heading).map(({ name }) => name)
const words = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word)

test('every attribute has its row, with all words that it takes, and no other does', () => {
  const rows = rowsBelow('### Attributes')
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(ANALYTICS_ATTRIBUTES))
  const taken = (wanted: string) => words(rows.find(({ name }) => name === wanted)?.cells.split('|')[0] ?? '')
  expect(taken('theme').toSorted()).toEqual([...THEME_NAMES].toSorted())
  expect(taken('show').toSorted()).toEqual([...ANALYTICS_PARTS].toSorted())
})

test('the default theme is the one that the row says', () => {
  const [theme] = rowsBelow('### Attributes').filter(({ name }) => name === 'theme')
  expect(words(theme?.cells.split('|')[1] ?? '')).toEqual([ANALYTICS_DEFAULT_THEME])
})

test('every property that is no attribute has its row, and no other does', () => {
  expect(namesBelow('### Properties')).toEqual(ANALYTICS_SURFACE.properties)
})

test('every event has its row, and no other does', () => {
  expect(namesBelow('### Events')).toEqual(Object.keys(ANALYTICS_EVENTS))
})

test('every slot has its row, and no other does', () => {
  expect(namesBelow('### Slots')).toEqual([...ANALYTICS_SLOTS])
})

test('every error code has its row, and no other does', () => {
  expect(namesBelow('### Errors').toSorted()).toEqual([...ANALYTICS_ERROR_CODES].toSorted())
})

test('every name for ::part has its row and stands on an element, and no other does', () => {
  const rows = namesBelow('### Looks from outside').filter((name) => !name.startsWith('--'))
  expect(rows.toSorted()).toEqual([...ANALYTICS_STYLE_PARTS].toSorted())
  const sources = ['shared/ui/src', 'mfe-analytics/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tsx'))
      .map((path) => read(join(folder, path))),
  )
  expect(named(/\bpart="([a-z-]+)"/g, sources.join('\n'))).toEqual([...ANALYTICS_STYLE_PARTS].toSorted())
})

test('every custom property has its row, and no other does', () => {
  const documented = named(/^\| `(--atalaia-[a-z-]+)`/gm)
  expect(documented).toEqual(named(/var\((--atalaia-[a-z-]+)/g, read('mfe-analytics/src/embed/embed.css')))
  expect(ANALYTICS_SURFACE.customProperties.toSorted()).toEqual(documented)
})
