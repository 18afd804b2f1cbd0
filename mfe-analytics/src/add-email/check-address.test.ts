import { portuguese } from '../language/portuguese.ts'
import { checkAddress } from './check-address.ts'

const known = [{ id: '1', email: 'ana@empresa.com.br', numero_vazamentos: 0, numero_senhas: 0 }]

// Rule: P-EMAIL-2
test('one valid new address is taken, without the spaces around it', () => {
  expect(checkAddress('  bia@empresa.com.br ', known)).toEqual({ ok: true, email: 'bia@empresa.com.br' })
})

// Rule: P-EMAIL-2, P-EMAIL-3
test.each([
  ['nothing', '   ', 'Informe o endereço de e-mail que deve ser monitorado.'],
  ['what is no address', 'bia@empresa', 'Informe um endereço de e-mail válido, como nome@empresa.com.br.'],
  ['two addresses', 'bia@empresa.com.br, caio@empresa.com.br', 'Informe um único endereço por vez.'],
  ['an address of 255 characters', `${'a'.repeat(239)}@empresa.com.br.`, 'no máximo 254'],
  [
    'an address that is there, in other case',
    'ANA@Empresa.com.br',
    'Este endereço já está entre os emails monitorados.',
  ],
])('%s is refused with its reason', (_, text, reason) => {
  const check = checkAddress(text, known)
  expect(check.ok || portuguese.t(check.problem)).toEqual(expect.stringContaining(reason))
})

// Rule: P-EMAIL-2
test('254 characters are still taken', () => {
  const domain = `${'d'.repeat(62)}.${'e'.repeat(62)}.${'f'.repeat(60)}.com`
  const text = `${'a'.repeat(254 - domain.length - 1)}@${domain}`
  expect(text).toHaveLength(254)
  expect(checkAddress(text, known)).toEqual({ ok: true, email: text })
})
