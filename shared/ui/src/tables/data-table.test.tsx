import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { DataTable, type TableColumn, type TableSort } from './data-table.tsx'

type Row = { readonly name: string; readonly leaks: number }

const columns: readonly TableColumn<Row, 'name' | 'leaks'>[] = [
  { key: 'name', title: 'Nome', order: 'name', isUpFirst: true, isRowHeader: true, cell: ({ name }) => name },
  {
    key: 'leaks',
    title: 'Vazamentos',
    order: 'leaks',
    align: 'end',
    hasLabel: true,
    attributes: ({ leaks }) => ({ className: leaks > 0 ? 'leak' : undefined, title: `${leaks} ao todo` }),
    cell: ({ leaks }) => leaks,
  },
  { key: 'remove', title: 'Remover', head: <em>Tirar</em>, className: 'tool', cell: () => 'x' },
]
const rows = [
  { name: 'ana', leaks: 3 },
  { name: 'bia', leaks: 0 },
]
const show = (sort: TableSort<'name' | 'leaks'>, onSort = jest.fn()) => {
  render(
    <DataTable
      columns={columns}
      rows={rows}
      keyOf={({ name }) => name}
      caption="Nomes"
      rowClassName={({ name }) => (name === 'bia' ? 'chosen' : undefined)}
      sort={sort}
      onSort={onSort}
    />,
  )
  return onSort
}
const head = (name: string) => screen.getByRole('columnheader', { name })

test('each column makes its head and its cell of each row, in one order', () => {
  show({ order: 'name', reversed: false })
  expect(screen.getByRole('table', { name: 'Nomes' })).toHaveClass('ui-table')
  expect(screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Nome', 'Vazamentos', 'Tirar'],
    ['ana', '3', 'x'],
    ['bia', '0', 'x'],
  ])
  expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['ana', 'bia'])
  const [leaks, tool] = screen.getAllByRole('cell')
  expect(leaks).toHaveClass('ui-table__number', 'leak')
  expect(leaks).toHaveAttribute('title', '3 ao todo')
  expect(leaks).toHaveAttribute('data-label', 'Vazamentos')
  expect(tool).toHaveClass('tool')
  expect(tool).not.toHaveAttribute('data-label')
  expect(head('Tirar')).toHaveClass('tool')
  expect(head('Vazamentos')).toHaveClass('ui-table__number')
  expect(screen.getAllByRole('row').map(({ className }) => className)).toEqual(['', '', 'chosen'])
})

test.each([
  [{ order: 'name', reversed: false } as const, 'ascending', 'none'],
  [{ order: 'name', reversed: true } as const, 'descending', 'none'],
  [{ order: 'leaks', reversed: false } as const, 'none', 'descending'],
  [{ order: 'leaks', reversed: true } as const, 'none', 'ascending'],
])('rows in the order %p are told so by the heads', (sort, name, leaks) => {
  show(sort)
  expect(head('Nome')).toHaveAttribute('aria-sort', name)
  expect(head('Vazamentos')).toHaveAttribute('aria-sort', leaks)
  expect(head('Tirar')).not.toHaveAttribute('aria-sort')
})

test('a head leads to its order, and then to the reverse of it', async () => {
  const onSort = show({ order: 'name', reversed: false })
  await userEvent.click(screen.getByRole('button', { name: 'Vazamentos' }))
  await userEvent.click(screen.getByRole('button', { name: 'Nome' }))
  expect(onSort.mock.calls).toEqual([[{ order: 'leaks', reversed: false }], [{ order: 'name', reversed: true }]])
})

const renderDetail = ({ name }: Row) => (name === 'ana' ? <p>Três fontes</p> : undefined)

test('the detail of a row stands below it, over all columns', () => {
  render(<DataTable columns={columns} rows={rows} keyOf={({ name }) => name} renderDetail={renderDetail} />)
  const shown = screen.getAllByRole('row')
  expect(shown.map((row) => row.textContent)).toEqual(['NomeVazamentosTirar', 'ana3x', 'Três fontes', 'bia0x'])
  expect(screen.getByRole('cell', { name: 'Três fontes' })).toHaveAttribute('colspan', '3')
})
