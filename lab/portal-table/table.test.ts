import { EMPTY_PAGE, readTable, writeTable, type Column } from './table.ts'

const EMPTY = `${EMPTY_PAGE}\nMore.\n`
const vue: Column = {
  name: 'vue3',
  cells: [
    { id: 'journey', sign: '✓', why: '' },
    { id: 'policy', sign: '✗', why: 'script-src: eval' },
    { id: 'own-react', sign: '–', why: 'there is none' },
  ],
}
const federation: Column = { name: 'federation', cells: [{ id: 'journey', sign: '✓', why: '' }] }

test('what was written into the page is read again, in the order of the names', () => {
  const page = writeTable(EMPTY, [vue, federation])
  expect(page).toContain('| `own-react` |   | – |')
  expect(page).toContain('- `vue3`, `policy`: script-src: eval')
  expect(page).toMatch(/^# Portals\n[^]*\nMore\.\n$/)
  expect(readTable(page)).toEqual([federation, vue])
})

test('a column that is written anew leaves the others as they were', () => {
  const page = writeTable(EMPTY, [vue, federation])
  const kept = readTable(page).filter(({ name }) => name !== 'vue3')
  const better: Column = { name: 'vue3', cells: [{ id: 'policy', sign: '✓', why: '' }] }
  expect(readTable(writeTable(page, [...kept, better]))).toEqual([federation, better])
})

test('a page without a place for the table is refused, by the place’s name', () => {
  expect(() => writeTable('# Portals', [vue])).toThrow('npm run lab -- portal-table')
})
