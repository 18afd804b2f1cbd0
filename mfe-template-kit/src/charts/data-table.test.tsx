import { render, screen } from '@testing-library/react'
import { DataTable } from './data-table.tsx'

const columns = ['Hora', 'Carga (%)']
const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)

// Rule: P-KIT-22
test('two rows of one name leave with their numbers', () => {
  const { rerender } = render(
    <DataTable
      label="Carga"
      data={{
        columns,
        rows: [
          ['10:00:01', 5],
          ['10:00:01', 6],
        ],
      }}
    />,
  )
  expect(names()).toEqual(['10:00:01', '10:00:01'])
  rerender(
    <DataTable
      label="Carga"
      data={{
        columns,
        rows: [
          ['10:00:03', 8],
          ['10:00:02', 7],
        ],
      }}
    />,
  )
  expect(names()).toEqual(['10:00:03', '10:00:02'])
})
