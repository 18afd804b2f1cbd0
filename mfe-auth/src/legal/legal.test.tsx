import { screen } from '@testing-library/react'
import { openAuth } from '../testing/open-auth.tsx'

const legal = {
  privacy: 'https://empresa.example/privacidade',
  terms: null,
  officer: 'dpo@empresa.example',
  contact: 'oi@empresa.example',
}
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

// Rule: P-REGISTER-15
test.each([
  ['of its own', undefined, '/termos', '/privacidade'],
  ['of the operator, where there is one', legal, '/termos', legal.privacy],
])('the registration names the texts %s', async (_which, given, terms, privacy) => {
  await openAuth('/register', { config: { legal: given } })
  expect(screen.getByText(/^Ao criar a conta você concorda com os/)).toBeVisible()
  expect([hrefOf('Termos'), hrefOf('Política de Privacidade')]).toEqual([terms, privacy])
})

// Rule: P-LEGAL-1, P-LEGAL-2
test("the operator's own notice takes the place of the standard one, and the terms stay", async () => {
  await openAuth('/privacy', { config: { legal } })
  expect(hrefOf(legal.privacy)).toBe(legal.privacy)
  expect(screen.queryByText(/O que guardamos/)).toBeNull()
})

// Rule: P-LEGAL-2
test('the standard notice says what is kept, and whom one asks', async () => {
  await openAuth('/privacy', { config: { legal: { ...legal, privacy: null } } })
  expect(screen.getByRole('heading', { name: 'O que guardamos sobre você' })).toBeVisible()
  expect(hrefOf('dpo@empresa.example')).toBe('mailto:dpo@empresa.example')
})

// Rule: P-LEGAL-3
test('the page of contact has both addresses, and without them a sentence', async () => {
  await openAuth('/contact', { config: { legal } })
  expect([hrefOf('oi@empresa.example'), hrefOf('dpo@empresa.example')]).toEqual([
    'mailto:oi@empresa.example',
    'mailto:dpo@empresa.example',
  ])
})

// Rule: P-LEGAL-3
test('an installation that names no address says whom to write to', async () => {
  await openAuth('/contact')
  expect(screen.getByText(/escreva a quem administra esta instalação/)).toBeVisible()
})

// Rule: P-LEGAL-1
test('the terms lead to the other texts', async () => {
  await openAuth('/terms')
  expect(hrefOf('Política de privacidade')).toBe('/privacidade')
  expect(hrefOf('Fale com a gente')).toBe('/contato')
})
