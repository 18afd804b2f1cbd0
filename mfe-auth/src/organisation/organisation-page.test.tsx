import type { Role } from '@atalaia/contracts'
import type { FakeApi } from '@atalaia/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { openAuth } from '../testing/open-auth.tsx'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const invitation = {
  id: '2',
  email: 'bia@acme.com',
  papel: 'reader',
  enviado_em: '2026-11-24T12:00:00Z',
  expira_em: '2026-12-01T12:00:00Z',
}
const open = (address: string, papel: Role = 'owner') => {
  let convites = [invitation]
  const api: FakeApi = ({ method, path }) => {
    if (method === 'get' && path !== '/organizacao') return { kind: 'network' }
    if (path.endsWith('/revogar')) convites = []
    const body = path === '/organizacao' ? { id: '1', nome: 'Acme', papel, membros: [], convites } : {}
    return { kind: 'body', body }
  }
  return openAuth(address, { api })
}
const posts = ({ calls }: Awaited<ReturnType<typeof open>>) =>
  calls.filter(({ method }) => method === 'postJson').map(({ path }) => path)

// Rule: P-MEMBER-2
test('an invitation is revoked after a question, and a toast says so', async () => {
  const page = await open('/organisation?parte=pessoas')
  await page.user.click(await screen.findByRole('button', { name: 'Revogar o de bia@acme.com' }))
  expect(posts(page)).toEqual([])
  const question = within(await screen.findByRole('dialog', { name: 'Revogar o convite de bia@acme.com?' }))
  await page.user.click(question.getByRole('button', { name: 'Revogar' }))
  await waitFor(() => expect(screen.queryByText(/^bia@acme\.com/)).toBeNull())
  expect(posts(page)).toEqual(['/organizacao/convites/2/revogar'])
  expect(page.published).toEqual([
    { name: 'toast:requested', event: { kind: 'success', text: 'Convite de bia@acme.com revogado.' } },
  ])
})

// Rule: P-MEMBER-7
test.each<[Role, readonly string[]]>([
  ['owner', ['Geral', 'Pessoas', 'Segurança', 'Integrações', 'Retenção', 'Auditoria', 'Zona de perigo']],
  ['admin', ['Geral', 'Pessoas', 'Segurança', 'Integrações', 'Zona de perigo']],
  ['auditor', ['Geral', 'Pessoas', 'Auditoria', 'Zona de perigo']],
  ['reader', ['Geral', 'Pessoas', 'Zona de perigo']],
])(
  'the role of %s has the parts that it may use, and what is not taken back stands in the last',
  async (role, parts) => {
    const page = await open('/organisation', role)
    const nav = within(await screen.findByRole('navigation', { name: 'Partes de Organização' }))
    expect(nav.getAllByRole('link').map((link) => link.textContent)).toEqual(parts)
    expect(nav.getByRole('link', { current: 'page' })).toHaveTextContent('Geral')
    expect(screen.queryByRole('region', { name: /^Sair|^Excluir/ })).toBeNull()
    expect(page.place()).toBe('/organisation')
  },
)

// Rule: P-MEMBER-7
test('an unknown part is the first one', async () => {
  await open('/organisation?parte=outra')
  expect(await screen.findByRole('region', { name: 'Acme' })).toBeVisible()
})

const openSecurity = async (hasOne: boolean) => {
  const bodies: Readonly<Record<string, unknown>> = {
    '/organizacao': { id: '1', nome: 'Acme', papel: 'owner', membros: [], convites: [] },
    '/conta/segundo-fator': { aplicativo: hasOne, chaves: [], codigos: 0, exigida: false },
    '/organizacao/segundo-fator': {},
  }
  const api: FakeApi = ({ path }) => ({ kind: 'body', body: bodies[path] })
  const page = await openAuth('/organisation?parte=seguranca', { api })
  const card = within(await screen.findByRole('region', { name: 'Verificação em duas etapas' }))
  expect(await card.findByText('Cada pessoa decide por si.')).toBeVisible()
  return { ...page, card }
}

// Rule: P-FACTOR-7, P-MEMBER-7, P-FACTOR-34
test('whoever has a second factor requires it of all, with the password', async () => {
  const { card, user, calls } = await openSecurity(true)
  await user.click(card.getByRole('button', { name: 'Exigir da organização' }))
  await user.type(card.getByLabelText('Sua senha'), 'a senha')
  await user.click(card.getByRole('button', { name: 'Exigir' }))
  const body = { senha: 'a senha', exigida: true }
  expect(calls).toContainEqual(expect.objectContaining({ path: '/organizacao/segundo-fator', body }))
})

// Rule: P-FACTOR-7, P-FACTOR-34
test('whoever has none is led to their own first', async () => {
  const { card } = await openSecurity(false)
  expect(card.getByRole('link', { name: 'ligue antes a sua' })).toHaveAttribute('href', '/app/conta?parte=seguranca')
  expect(card.queryByRole('button')).toBeNull()
})
