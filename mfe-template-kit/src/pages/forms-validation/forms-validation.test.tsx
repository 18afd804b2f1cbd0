import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component } from './page.tsx'

const open = () => {
  render(<Component />)
  return userEvent.setup()
}
const field = (label: string) => screen.getByLabelText(label)

// Rule: P-KIT-10
test('checking starts with the third character, for the email with the first', async () => {
  const user = open()
  await user.type(screen.getByLabelText('Tamanho mínimo'), 'ab')
  await waitFor(() => expect(field('Tamanho mínimo')).not.toHaveAttribute('aria-invalid'))
  await user.type(screen.getByLabelText('Tamanho mínimo'), 'c')
  expect(await screen.findByText('Use pelo menos 10 caracteres.')).toBeVisible()
  await user.type(screen.getByLabelText('Email'), 'a')
  await waitFor(() => expect(field('Email')).toHaveAttribute('aria-invalid', 'true'))
})

test('a field that was checked once is checked on, also when it is emptied', async () => {
  const user = open()
  await user.type(screen.getByLabelText('Simples'), 'abc')
  await user.clear(screen.getByLabelText('Simples'))
  await waitFor(() => expect(field('Simples')).toHaveAttribute('aria-invalid', 'true'))
})

// Rule: P-KIT-11
test.each([
  ['Tamanho mínimo', 'nove char', 'dez caracteres', 'Use pelo menos 10 caracteres'],
  ['Email', 'ana@', 'ana@empresa.com.br', 'Informe um email válido'],
  ['Número', '12x', '12,5', 'Informe um número'],
  ['Faixa', '101', '100', 'de 10 a 100'],
  ['Faixa', '9,9', '10', 'de 10 a 100'],
  ['Senha', '12345', '123456', 'Use pelo menos 6 caracteres'],
  ['Site', 'exemplo', 'https://exemplo.com.br', 'Informe um endereço completo'],
])('%s refuses %s and takes %s', async (label, wrong, right, says) => {
  const user = open()
  await user.type(screen.getByLabelText(label), wrong)
  await waitFor(() => expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(says)))
  expect(field(label)).toHaveAttribute('aria-invalid', 'true')
  await user.clear(screen.getByLabelText(label))
  await user.type(screen.getByLabelText(label), right)
  await waitFor(() => expect(field(label)).not.toHaveAttribute('aria-invalid'))
})

// Rule: P-KIT-11
test('the repetition follows the password, also when the password changes after it', async () => {
  const user = open()
  await user.type(screen.getByLabelText('Senha'), 'torre-1')
  await user.type(screen.getByLabelText('Repita a senha'), 'torre-1')
  await waitFor(() => expect(field('Repita a senha')).not.toHaveAttribute('aria-invalid'))
  await user.type(screen.getByLabelText('Senha'), '2')
  expect(await screen.findByText('As senhas não são iguais.')).toBeVisible()
})

// Rule: P-KIT-11
test('an empty form says at every field what is missing, and focuses the first', async () => {
  const user = open()
  await user.click(screen.getByRole('button', { name: 'Validar' }))
  expect(await screen.findAllByText('Preencha este campo.')).toHaveLength(8)
  expect(screen.getByLabelText('Simples')).toHaveFocus()
})

test('a right form says so', async () => {
  const user = open()
  const right = {
    Simples: 'abc',
    'Tamanho mínimo': 'dez caracteres',
    Email: 'ana@empresa.com.br',
    Número: '7',
    Faixa: '50',
    Senha: 'torre-1',
    'Repita a senha': 'torre-1',
    Site: 'https://exemplo.com.br',
  }
  for (const [label, text] of Object.entries(right)) await user.type(screen.getByLabelText(label), text)
  await user.click(screen.getByRole('button', { name: 'Validar' }))
  expect(await screen.findByText('Tudo certo. Nada foi enviado.')).toBeVisible()
})
