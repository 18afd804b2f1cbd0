import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component } from './page.tsx'

const open = () => {
  render(<Component />)
  return userEvent.setup()
}
type User = ReturnType<typeof open>
const current = () => screen.getAllByRole('listitem').find((item) => item.getAttribute('aria-current') === 'step')
const next = (user: User) => user.click(screen.getByRole('button', { name: 'Next' }))

const details = async (user: User) => {
  await user.type(screen.getByLabelText('Nome de usuário'), 'ana')
  await user.type(screen.getByLabelText('Email'), 'ana@empresa.com.br')
  await user.type(screen.getByLabelText('Endereço'), 'Rua do Sol, 10')
  await next(user)
}
const shipping = async (user: User) => {
  await user.selectOptions(screen.getByLabelText('País de destino'), 'Brasil')
  await user.selectOptions(screen.getByLabelText('Envio'), 'DHL US')
  await user.type(screen.getByLabelText('CEP'), '1234567')
  await next(user)
}

// Rule: P-KIT-12
test('the four steps are named, and the first is current', () => {
  open()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
    expect.arrayContaining(['1 Your Details', '2 Shipping', '3 Pay', '4 Thank you']),
  )
  expect(current()).toHaveTextContent('Your Details')
  expect(screen.getByRole('progressbar', { name: 'Progresso' })).toHaveAttribute('value', '25')
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled()
})

test('Next says what is missing and focuses the first of it', async () => {
  const user = open()
  await user.type(screen.getByLabelText('Nome de usuário'), 'ana')
  await next(user)
  expect(current()).toHaveTextContent('Your Details')
  expect(screen.getAllByText('Preencha este campo.')).toHaveLength(2)
  expect(screen.getByLabelText('Email')).toHaveFocus()
})

test('Previous keeps what was typed', async () => {
  const user = open()
  await details(user)
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(screen.getByLabelText('Email')).toHaveValue('ana@empresa.com.br')
})

const optionsOf = (label: string) =>
  [...screen.getByLabelText(label).querySelectorAll('option')].map((option) => option.textContent)

// Rule: P-KIT-13
test('the shipping options, the countries and the cards are offered', async () => {
  const user = open()
  await details(user)
  expect(optionsOf('Envio')).toEqual(['Escolha', 'Australia Post', 'DHL US', 'Other'])
  expect(optionsOf('País de destino')).toContain('Brasil')
  await shipping(user)
  expect(optionsOf('Cartão')).toEqual(['Escolha', 'Visa', 'Mastercard', 'Other'])
})

// Rule: P-KIT-14
test('masked fields take digits only and write the signs between', async () => {
  const user = open()
  await details(user)
  await user.type(screen.getByLabelText('CEP'), '12345678')
  expect(screen.getByLabelText('CEP')).toHaveValue('123456')
  await shipping(user)
  await user.type(screen.getByLabelText('Número do cartão'), '4111x1111-11111111 99')
  await user.type(screen.getByLabelText('Validade'), '12')
  await next(user)
  expect(screen.getByLabelText('Validade')).toHaveAccessibleDescription(
    expect.stringContaining('Complete o campo, como 00/00'),
  )
  await user.type(screen.getByLabelText('Validade'), '27')
  expect(screen.getByLabelText('Número do cartão')).toHaveValue('4111 1111 1111 1111')
  expect(screen.getByLabelText('Validade')).toHaveValue('12/27')
})

// Rule: P-KIT-12
test('Finish ends the wizard and starts it over', async () => {
  const user = open()
  await details(user)
  await shipping(user)
  await user.type(screen.getByLabelText('Nome no cartão'), 'ANA')
  await user.selectOptions(screen.getByLabelText('Cartão'), 'Visa')
  await user.type(screen.getByLabelText('Número do cartão'), '4111111111111111')
  await user.type(screen.getByLabelText('Validade'), '1227')
  await next(user)
  expect(current()).toHaveTextContent('Thank you')
  expect(screen.getByRole('progressbar', { name: 'Progresso' })).toHaveAttribute('value', '100')
  await user.click(screen.getByRole('button', { name: 'Finish' }))
  expect(screen.getByLabelText('Nome de usuário')).toHaveValue('')
})
