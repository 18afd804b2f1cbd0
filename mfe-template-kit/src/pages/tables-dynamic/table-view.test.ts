import { filteredBy, readView, sortedBy, writeView } from './table-view.ts'

const read = (search: string) => readView(new URLSearchParams(search))

test('a view written into the address is read back, and other parameters stay', () => {
  const view = { page: 3, sort: { column: 'idade', descending: true }, filters: { cidade: 'São Luís' } } as const
  const search = writeView(view, new URLSearchParams('lang=pt&pagina=9&nome=ana'))
  expect(search.get('lang')).toBe('pt')
  expect(search.has('nome')).toBe(false)
  expect(readView(search)).toEqual(view)
})

test.each(['pagina=0', 'pagina=-2', 'pagina=1.5', 'pagina=muitas', 'ordem=senha', 'ordem=-', 'outra=1'])(
  'what cannot be read (%s) counts as not there',
  (search) => {
    expect(read(search)).toEqual({ page: 1, sort: undefined, filters: {} })
  },
)

test('the first page, no order and no filter leave the address clean', () => {
  expect(writeView({ page: 1, filters: { nome: '' } }, new URLSearchParams()).toString()).toBe('')
})

test('sorting goes ascending, descending, none, and back to the first page', () => {
  const once = sortedBy(read('pagina=4'), 'nome')
  const twice = sortedBy(once, 'nome')
  expect([once.page, once.sort]).toEqual([1, { column: 'nome', descending: false }])
  expect(twice.sort).toEqual({ column: 'nome', descending: true })
  expect(sortedBy(twice, 'nome').sort).toBeUndefined()
  expect(sortedBy(twice, 'idade').sort).toEqual({ column: 'idade', descending: false })
})

test('a filter goes back to the first page and leaves the others', () => {
  expect(filteredBy(read('pagina=4&cidade=belem'), 'nome', 'ana')).toMatchObject({
    page: 1,
    filters: { cidade: 'belem', nome: 'ana' },
  })
})
