import { isProxyPage, serverMessage } from './server-message.ts'

test.each([
  ['plain text', ' Este e-mail já está cadastrado\n', 'Este e-mail já está cadastrado'],
  ['the message of a JSON body', { message: 'Endereço inválido', detail: 'x' }, 'Endereço inválido'],
  [
    'the detail of problem details',
    { title: 'Recusado', detail: 'Este domínio não é aceito.' },
    'Este domínio não é aceito.',
  ],
  ['the error of a JSON body without a message', { message: ' ', error: 'Domínio recusado' }, 'Domínio recusado'],
])('%s is what the server says', (_, body, message) => {
  expect(serverMessage(body)).toBe(message)
})

test.each([
  ['an empty text', ' '],
  ["a proxy's page", '\n<html>Bad Gateway</html>'],
  ['a JSON body without a text', { status: 400, detail: [] }],
  ['a message that is no text', { message: 7 }],
  ['no body', undefined],
])('%s says nothing', (_, body) => {
  expect(serverMessage(body)).toBeUndefined()
})

// Rule: P-ERROR-27
test("markup is a proxy's page; words and problem details are the server's", () => {
  expect([' <!doctype html>', '<html>', 'Recusado', '', { detail: '<b>' }, undefined].map(isProxyPage)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
