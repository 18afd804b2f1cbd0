import { createMemoryRouter, RouterProvider } from '@atalaia/react/router'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component } from './page.tsx'

const open = (search = '') => {
  const router = createMemoryRouter([{ path: '/t', Component }], { initialEntries: [`/t${search}`] })
  render(<RouterProvider router={router} />)
  return { user: userEvent.setup(), router, search: () => router.state.location.search }
}
const bodyRows = () => screen.getAllByRole('row').slice(2)
const cells = (row: HTMLElement) => [...within(row).getAllByRole('rowheader'), ...within(row).queryAllByRole('cell')]
const column = (at: number) => bodyRows().map((row) => cells(row)[at]?.textContent ?? '')

// Rule: P-KIT-18
test('ten rows a page, and the address names the page', async () => {
  const { user, search } = open()
  expect(bodyRows()).toHaveLength(10)
  expect(screen.getByRole('status')).toHaveTextContent('1 a 10 de 87')
  await user.click(screen.getByRole('button', { name: 'Página 2 de 9' }))
  expect(screen.getByRole('status')).toHaveTextContent('11 a 20 de 87')
  expect(search()).toBe('?pagina=2')
})

test('a page beyond the last shows the last', () => {
  open('?pagina=99')
  expect(screen.getByRole('status')).toHaveTextContent('81 a 87 de 87')
  expect(bodyRows()).toHaveLength(7)
})

test('a filter finds text without its accents, keystroke by keystroke', async () => {
  const { user, search } = open('?pagina=3')
  await user.type(screen.getByLabelText('Filtrar por Cidade'), 'sao luis')
  expect(screen.getByLabelText('Filtrar por Cidade')).toHaveValue('sao luis')
  expect(new Set(column(2))).toEqual(new Set(['São Luís']))
  await waitFor(() => expect(search()).toBe('?cidade=sao+luis'))
})

test('filters of two columns both hold', async () => {
  const { user } = open()
  await user.type(screen.getByLabelText('Filtrar por Cidade'), 'recife')
  await user.type(screen.getByLabelText('Filtrar por Situação'), 'férias')
  expect(new Set(column(2))).toEqual(new Set(['Recife']))
  expect(new Set(column(4))).toEqual(new Set(['Férias']))
})

test('numbers sort as numbers, by keyboard, and the head says how', async () => {
  const { user, search } = open()
  screen.getByRole('button', { name: 'Idade' }).focus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('columnheader', { name: 'Idade' })).toHaveAttribute('aria-sort', 'ascending')
  expect(column(3)).toEqual(column(3).toSorted((a, b) => Number(a) - Number(b)))
  await user.keyboard('{Enter}')
  expect(screen.getByRole('columnheader', { name: 'Idade' })).toHaveAttribute('aria-sort', 'descending')
  expect(search()).toBe('?ordem=-idade')
})

test('names sort as Portuguese has it', () => {
  open('?ordem=nome')
  expect(column(0)[0]).toMatch(/^Álvaro/)
})

test('going back goes back to what was shown', async () => {
  const { user, router } = open()
  await user.click(screen.getByRole('button', { name: 'Página 2 de 9' }))
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('1 a 10 de 87'))
})

test('when nobody matches, the way back is offered', async () => {
  const { user, search } = open('?nome=zzz')
  expect(screen.getByText('Ninguém corresponde aos filtros')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Limpar filtros' }))
  expect(bodyRows()).toHaveLength(10)
  await waitFor(() => expect(search()).toBe(''))
})
