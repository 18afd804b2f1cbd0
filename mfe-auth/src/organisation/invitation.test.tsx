import type { FakeApi } from '@atalaia/testing'
import { screen } from '@testing-library/react'
import { openAuth } from '../testing/open-auth.tsx'

const facts = { organizacao: 'Acme', email: 'bia@acme.com', papel: 'reader', convidado_por: 'ana@acme.com' }
const api: FakeApi = ({ path }) =>
  path === '/auth/convite' ? { kind: 'body', body: facts } : { kind: 'body', body: { access_token: 'a.b.c' } }

beforeEach(() => jest.useFakeTimers())
afterEach(() => {
  jest.useRealTimers()
  sessionStorage.clear()
})

// Rule: P-LOGIN-14, P-MEMBER-3
test.each([
  { link: 'Crie uma com este e-mail', field: 'Email' },
  { link: 'Entrar com a minha conta', field: 'Usuário' },
])('the address of an invitation goes along with "$link"', async ({ link, field }) => {
  const page = await openAuth(`/invitation#${'t'.repeat(43)}`, { api })
  const way = await screen.findByRole('link', { name: link })
  const target = way.getAttribute('href')
  await page.user.click(way)
  expect(await screen.findByLabelText(field)).toHaveValue('bia@acme.com')
  expect(page.place()).toBe(target)
})

// Rule: P-MEMBER-6
test('an accepted invitation leaves the news of it to the shell: one act has one toast', async () => {
  sessionStorage.setItem('atalaia.invitation', 't'.repeat(43))
  const page = await openAuth('/accept', { api })
  await page.user.click(await screen.findByRole('button', { name: 'Aceitar convite' }))
  expect(page.published.map(({ name }) => name)).toEqual(['login:succeeded'])
})
