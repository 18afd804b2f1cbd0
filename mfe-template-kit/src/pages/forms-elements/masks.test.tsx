import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Example } from './examples/masks.tsx'

// Rule: P-KIT-15
test.each([
  ['Telefone', '(11) 98765x4321', '(119) 876-5432'],
  ['Telefone internacional', '5511987654321', '+551 198 765 432'],
  ['Hora', '23a59', '23:59'],
  ['CEP', '013100', '013100'],
  ['Número do cartão', '4111111111111111', '4111 1111 1111 1111'],
  ['Validade', '1227', '12/27'],
])('the mask of %s makes %s %s, and goes back a character at a time', async (label, typed, shown) => {
  render(<Example />)
  const field = screen.getByLabelText(label)
  await userEvent.type(field, typed)
  expect(field).toHaveValue(shown)
  await userEvent.type(field, '{Backspace}')
  expect(field).toHaveValue(shown.slice(0, -1))
})

// Rule: P-KIT-15
test('what is deleted at the start of a masked field moves the rest up', async () => {
  render(<Example />)
  const field = screen.getByLabelText('Número do cartão')
  await userEvent.type(field, '4111111111111111{Home}{Delete}')
  expect(field).toHaveValue('1111 1111 1111 111')
})
