import { serverMessage } from './server-message.ts'

test.each([
  ['plain text', ' Este e-mail já está cadastrado\n', 'Este e-mail já está cadastrado'],
  ['the message of a JSON body', { message: 'Endereço inválido' }, 'Endereço inválido'],
])('%s is what the server says', (_, body, message) => {
  expect(serverMessage(body)).toBe(message)
})

test.each([
  ['an empty text', ' '],
  ["a proxy's page", '\n<html>Bad Gateway</html>'],
  ['a JSON body without a message', { detail: 'x' }],
  ['a message that is no text', { message: 7 }],
  ['no body', undefined],
])('%s says nothing', (_, body) => {
  expect(serverMessage(body)).toBeUndefined()
})
