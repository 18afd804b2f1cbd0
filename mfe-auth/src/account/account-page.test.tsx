import type { FakeApi } from '@atalaia/testing'
import { screen, within } from '@testing-library/react'
import { openAuth } from '../testing/open-auth.tsx'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const session = (id: string, dispositivo: string, atual = false) => ({
  id,
  tipo: 'browser',
  dispositivo,
  rede: '203.0.113.0/24',
  inicio: '2026-11-24T12:00:00Z',
  visto: '2026-11-24T12:00:00Z',
  atual,
})
const api: FakeApi = ({ path }) => {
  if (path === '/conta') return { kind: 'body', body: { email: 'ana@acme.com', caixa_confirmada: true } }
  if (path === '/conta/nome') return { kind: 'body', body: { access_token: 'a.b.c' } }
  if (path !== '/conta/sessoes') return { kind: 'network' }
  const others = ['2', '3', '4'].map((id) => session(id, 'Chrome no Linux'))
  return {
    kind: 'body',
    body: { sessoes: [session('1', 'Chrome no Linux', true), ...others, session('5', 'Safari no iPhone')] },
  }
}

// Rule: P-ACCOUNT-8
test('a person gives a name, which the next token has', async () => {
  const page = await openAuth('/account', { api })
  const card = within(await screen.findByRole('region', { name: 'Seu nome' }))
  await page.user.type(card.getByLabelText('Nome'), ' Ana Dias ')
  await page.user.click(card.getByRole('button', { name: 'Salvar nome' }))
  expect(page.calls).toContainEqual({ method: 'postJson', path: '/conta/nome', body: { nome: 'Ana Dias' } })
  expect(page.published.map(({ event }) => event)).toEqual([
    { kind: 'token', accessToken: 'a.b.c' },
    { kind: 'success', text: 'Nome salvo.' },
  ])
  expect(await card.findByText('AD')).toBeVisible()
})

// Rule: P-ACCOUNT-9
test('the account stands in parts, and the forms of address and password come at a press', async () => {
  const page = await openAuth('/account', { api })
  const nav = within(await screen.findByRole('navigation', { name: 'Partes de Conta' }))
  expect(nav.getAllByRole('link').map((link) => link.textContent)).toEqual(['Perfil', 'Segurança', 'Sessões', 'Dados'])
  expect(screen.queryByLabelText('E-mail novo')).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Alterar e-mail' }))
  expect(screen.getByLabelText('E-mail novo')).toHaveFocus()
})

// Rule: P-SESSION-21
test('sessions of one device in one network are one line, which opens; the own one stands alone', async () => {
  await openAuth('/account?parte=sessoes', { api })
  const lines = within(await screen.findByRole('region', { name: 'Sessões' })).getAllByRole('listitem')
  expect(lines[0]).toHaveTextContent('Chrome no Linuxesta sessão')
  expect(lines[1]).toHaveTextContent('Chrome no Linux · 3 sessões')
  expect(within(lines[1] ?? document.body).getAllByRole('listitem')).toHaveLength(3)
  expect(lines.at(-1)).toHaveTextContent('Safari no iPhone')
})
