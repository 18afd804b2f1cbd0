import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component } from './page.tsx'

const open = () => {
  render(<Component />)
  return userEvent.setup()
}
const feed = () => screen.getByRole('list', { name: 'Atividade' })
const posts = () => within(feed()).getAllByRole('heading', { level: 3 })
const firstPost = () => within(within(feed()).getAllByRole('listitem')[0] ?? feed())

test('the page is marked as demonstration and says where one is', () => {
  open()
  expect(screen.getByText('Demonstração')).toBeVisible()
  expect(screen.getByRole('navigation', { name: 'YOU ARE HERE' })).toHaveTextContent('Perfil')
  expect(screen.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible()
})

// Rule: P-KIT-4
test('the card gives the contact details and the three numbers', () => {
  open()
  expect(screen.getByRole('link', { name: 'helena@exemplo.com.br' })).toHaveAttribute(
    'href',
    'mailto:helena@exemplo.com.br',
  )
  expect(screen.getByRole('link', { name: '+55 81 5550-0142' })).toHaveAttribute('href', 'tel:+558155500142')
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Posts', 'Conversão', 'Seguidores'])
})

// Rule: P-KIT-4
test('Post puts what was written on top of the feed and empties the box', async () => {
  const user = open()
  const before = posts().length
  await user.type(screen.getByLabelText('O que há de novo?'), 'Bom dia, equipe.')
  await user.click(screen.getByRole('button', { name: 'Post' }))
  expect(posts()).toHaveLength(before + 1)
  expect(firstPost().getByText('Bom dia, equipe.')).toBeVisible()
  expect(screen.getByLabelText('O que há de novo?')).toHaveValue('')
})

// Rule: P-KIT-4
test('a box of blanks posts nothing', async () => {
  const user = open()
  const before = posts().length
  await user.type(screen.getByLabelText('O que há de novo?'), '   ')
  await user.click(screen.getByRole('button', { name: 'Post' }))
  expect(posts()).toHaveLength(before)
})

test('a like counts once and is taken back by the next', async () => {
  const user = open()
  await user.click(firstPost().getByRole('button', { name: 'Curtir (8)' }))
  const liked = firstPost().getByRole('button', { name: 'Curtir (9)' })
  expect(liked).toHaveAttribute('aria-pressed', 'true')
  await user.click(liked)
  expect(firstPost().getByRole('button', { name: 'Curtir (8)' })).toHaveAttribute('aria-pressed', 'false')
})

test('a comment stands under its post', async () => {
  const user = open()
  await user.click(firstPost().getByRole('button', { name: 'Comentar (1)' }))
  const field = firstPost().getByLabelText('Comentário para Tiago Azevedo')
  expect(field).toHaveFocus()
  await user.type(field, 'Combinado.{Enter}')
  expect(firstPost().getByText('Combinado.')).toBeVisible()
  expect(firstPost().getByRole('button', { name: 'Comentar (2)' })).toBeVisible()
})
