import { useSortable } from '@dnd-kit/sortable'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { GridCell } from '../pages/grid/grid-cell.tsx'
import { SortableItem } from '../pages/ui-list-groups/sortable-item.tsx'

jest.mock('@dnd-kit/sortable', () => ({ useSortable: jest.fn(() => ({ transform: null })) }))

const widget = { id: 'a', title: 'A', Example: () => null }

// Rule: P-KIT-32
test.each<[string, ReactElement]>([
  ['a widget of the grid', <GridCell key="cell" widget={widget} onRemove={() => {}} />],
  ['an item of a list', <SortableItem key="item" item="A" />],
])('%s settles in 200 ms', (_, element) => {
  render(element)
  expect(useSortable).toHaveBeenLastCalledWith(
    expect.objectContaining({ transition: expect.objectContaining({ duration: 200 }) }),
  )
})
