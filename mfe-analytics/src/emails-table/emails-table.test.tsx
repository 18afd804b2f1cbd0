import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { emails } from '../testing/answers.ts'
import { EmailsWidget } from './emails-widget.tsx'

const show = (count: number) => render(<EmailsWidget emails={emails(count)} status="ready" onReload={() => {}} />)
const addresses = () => screen.getAllByRole('rowheader').map((cell) => within(cell).getByText(/@/).textContent)
const head = (name: string) => screen.getByRole('columnheader', { name })
const sortBy = (name: string) => userEvent.click(screen.getByRole('button', { name }))

// Rule: P-EMAIL-7
test('the columns are address, leaks and passwords, the most leaked first', () => {
  show(3)
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    'Email',
    'Nº Vazamentos',
    'Senhas Vazadas',
  ])
  expect(addresses()).toEqual(['pessoa0002@empresa.com.br', 'pessoa0001@empresa.com.br', 'pessoa0000@empresa.com.br'])
  expect(head('Nº Vazamentos')).toHaveAttribute('aria-sort', 'descending')
})

// Rule: P-NEW-2
test('what was found since the last visit is marked, and nothing else', () => {
  const [old, found] = emails(2).map((email, at) => (at === 1 ? { ...email, novo: true } : email))
  render(<EmailsWidget emails={[old, found].flatMap((one) => one ?? [])} status="ready" onReload={() => {}} />)
  const marked = screen.getAllByRole('row').filter((row) => within(row).queryByText('novo') !== null)
  expect(marked.map((row) => within(row).getByText(/@/).textContent)).toEqual(['pessoa0001@empresa.com.br'])
})

// Rule: P-EMAIL-8
test('a column sorts by its button, both ways, and says so', async () => {
  show(3)
  await sortBy('Email')
  expect(head('Email')).toHaveAttribute('aria-sort', 'ascending')
  expect(head('Nº Vazamentos')).toHaveAttribute('aria-sort', 'none')
  expect(addresses()[0]).toBe('pessoa0000@empresa.com.br')
  await sortBy('Email')
  expect(head('Email')).toHaveAttribute('aria-sort', 'descending')
  expect(addresses()[0]).toBe('pessoa0002@empresa.com.br')
})

// Rule: P-EMAIL-9
test('a short table has neither pages nor a filter', () => {
  show(10)
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.getByText('10 endereços')).toBeVisible()
})

// Rule: P-EMAIL-9
test('thousands of addresses stand in pages of ten', async () => {
  show(5000)
  expect(addresses()).toHaveLength(10)
  expect(screen.getByText('5.000 endereços')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Página 500 de 500' }))
  expect(addresses().at(-1)).toBe('pessoa0000@empresa.com.br')
})

test('sorting goes back to the first page', async () => {
  show(30)
  await userEvent.click(screen.getByRole('button', { name: 'Próxima' }))
  await sortBy('Email')
  expect(addresses()[0]).toBe('pessoa0000@empresa.com.br')
})

// Rule: P-EMAIL-9
test('the filter finds by any part of the address and says how many there are', async () => {
  show(30)
  await userEvent.click(screen.getByRole('button', { name: 'Próxima' }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Filtrar endereços' }), 'A002')
  expect(screen.getByText('10 de 30 endereços')).toBeVisible()
  expect(addresses()).toContain('pessoa0020@empresa.com.br')
  await userEvent.type(screen.getByRole('searchbox'), 'x')
  expect(screen.getByText('Nenhum endereço encontrado')).toBeVisible()
})

test('when rows go away, the page that is shown is one that exists', async () => {
  const { rerender } = show(30)
  await userEvent.click(screen.getByRole('button', { name: 'Página 3 de 3' }))
  rerender(<EmailsWidget emails={emails(12)} status="ready" onReload={() => {}} />)
  expect(addresses()).toHaveLength(2)
})
