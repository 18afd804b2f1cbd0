import { refusePassword } from './password-rules.ts'

const refuse = (password: string) => refusePassword({ password, email: 'mariana.souza@acme.com', brand: 'Atalaia' })

// Rule: P-API-17, P-API-44
// Threat: T-ACCOUNT-4
test.each([
  ['1234567', 'pelo menos 8'],
  ['👩‍💻😀', 'pelo menos 8'],
  ['        ', 'repete'],
  ['aaaaaaaaaaaaaaaa', 'repete'],
  ['abababababab', 'repete'],
  ['password', 'mais usadas'],
  ['Password', 'mais usadas'],
  ['12345678', 'mais usadas'],
  ['flamengo', 'mais usadas'],
  ['mariana.souza@acme.com', 'seu e-mail'],
  ['Mariana.Souza', 'seu e-mail'],
  ['mariana2026!', 'seu e-mail'],
  ['atalaia123', 'nome deste serviço'],
])('"%s" is refused', (password, reason) => {
  expect(refuse(password)).toContain(reason)
})

// Rule: P-API-17, P-API-44
test.each([
  'uma senha bem longa',
  'kwzvjqpx',
  '83927461',
  'pão de queijo',
  'mariana gosta de torres',
  'é'.repeat(4) + 'abcd',
])('"%s" is accepted: there are no rules of composition', (password) => {
  expect(refuse(password)).toBeUndefined()
})
