import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openShell, token } from '../testing/open-shell.tsx'

const running = token('ana@acme.example')
const at = '/app/main/analytics'

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('access_token', running)
})

const question = () => screen.findByRole('dialog', { name: 'Trocar de sessão?' })
const stored = () => localStorage.getItem('access_token')

// Rule: P-SESSION-16
// Threat: T-CONSENT-4
test('another session in the address is asked about: it names both, and keeping is the first choice', async () => {
  const { session } = openShell({ at, offered: token('bia@acme.example') })
  const dialog = await question()
  expect(dialog).toHaveTextContent('Você está usando a sessão de ana@acme.example.')
  expect(dialog).toHaveTextContent('traz outra sessão, que diz ser de bia@acme.example.')
  expect(within(dialog).getByRole('button', { name: 'Continuar como estou' })).toHaveFocus()
  expect(stored()).toBe(running)
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(session.state()).toMatchObject({ user: { email: 'ana@acme.example' } })
})

// Rule: P-SESSION-16
test('a yes replaces the session', async () => {
  const { session } = openShell({ at, offered: token('bia@acme.example') })
  await userEvent.click(within(await question()).getByRole('button', { name: 'Trocar de sessão' }))
  expect(session.state()).toMatchObject({ user: { email: 'bia@acme.example' } })
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

// Rule: P-SESSION-16
test('Escape keeps the session', async () => {
  const { session } = openShell({ at, offered: token('bia@acme.example') })
  fireEvent(await question(), new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(session.state()).toMatchObject({ user: { email: 'ana@acme.example' } })
})

test('a token without a readable name, or with a long one, is asked about as well', async () => {
  openShell({ at, offered: token('x', { name: `Bia ${'b'.repeat(200)}` }) })
  expect(await question()).toHaveTextContent(/diz ser de Bia b{76}…\./)
})

// Rule: P-SESSION-7
test('an unusable token in the address says so, and the session goes on', async () => {
  const { session } = openShell({ at, offered: 'rubbish' })
  expect(await screen.findByText('O endereço trazia um acesso que não é válido. Sua sessão continua.')).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(session.state()).toMatchObject({ user: { email: 'ana@acme.example' } })
})

test('a session that ends takes the question with it', async () => {
  const { session } = openShell({ at, offered: token('bia@acme.example') })
  await question()
  session.end('expired')
  await screen.findByText('Tela Login')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
