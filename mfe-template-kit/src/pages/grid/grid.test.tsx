import { RemoteProvider } from '@atalaia/react'
import { createFakeContext } from '@atalaia/testing'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { controlSight } from '../../testing/sight.ts'
import { Component } from './page.tsx'

const widget = (name: string) => within(screen.getByRole('region', { name }))

const open = () => {
  controlSight()
  const { context, calls } = createFakeContext({ name: 'mfe-template-kit', token: false })
  const { unmount } = render(
    <RemoteProvider context={context}>
      <Component />
    </RemoteProvider>,
  )
  return { unmount, calls }
}

beforeEach(() => localStorage.clear())

const closeNews = async (answer: string) => {
  await userEvent.click(widget('Notícias').getByRole('button', { name: 'Fechar' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Sure?' }))
  expect(dialog.getByText('Do you really want to unrevertably remove this super news widget?')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: answer }))
}

// Rule: P-KIT-8
test('closing the news asks first: No keeps the widget, Yes removes it until the grid is reset', async () => {
  const { unmount } = open()
  await closeNews('No')
  expect(screen.getByRole('region', { name: 'Notícias' })).toBeVisible()
  await closeNews('Yes, remove widget')
  expect(screen.queryByRole('region', { name: 'Notícias' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Restaurar a grade' })).toHaveFocus()
  unmount()
  open()
  expect(screen.queryByRole('region', { name: 'Notícias' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Restaurar a grade' }))
  expect(screen.getByRole('region', { name: 'Notícias' })).toBeVisible()
})

// Rule: P-KIT-9
test('the fixed widget begins collapsed, and can be neither closed nor moved', () => {
  open()
  expect(widget('Recolhido e fixo').getByText(/^Este widget não sai do lugar/)).not.toBeVisible()
  expect(widget('Recolhido e fixo').queryByRole('button', { name: 'Fechar' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Mover Recolhido e fixo' })).toBeNull()
})

// Rule: P-KIT-6
test('a refresh brings other content, without a call', async () => {
  const { calls } = open()
  expect(widget('Espera própria').getByText('1.284')).toBeVisible()
  await userEvent.click(widget('Espera própria').getByRole('button', { name: 'Carregar de novo' }))
  expect(await widget('Espera própria').findByText('1.301')).toBeVisible()
  expect(calls).toEqual([])
})
