import { createBus } from '@atalaia/kernel'
import { createFakeLogger } from '@atalaia/kernel/testing'
import { act, render, screen } from '@testing-library/react'
import { openShell, token } from '../testing/open-shell.tsx'
import { followToasts, Toasts } from './toasts.tsx'

beforeEach(() => localStorage.clear())

const toast = async (text: string) => (await screen.findByText(text)).closest('.Toastify__toast')
const leaving = expect.stringContaining('-exit')
const toastOf = (bus: ReturnType<typeof openShell>['bus'], text: string) =>
  act(() => bus.publish('toast:requested', { kind: 'success', text }))

// Rule: P-TOAST-3
test('a toast that was shown to nobody does not follow a person who signs in', async () => {
  const { bus, session } = openShell({ at: '/login' })
  await screen.findByText('Tela Login')
  toastOf(bus, "You've been registered successfully")
  const shown = await toast("You've been registered successfully")
  expect(shown).toHaveProperty('className', expect.not.stringContaining('-exit'))
  act(() => void session.offer(token()))
  await screen.findByText('Tela Analises')
  expect(shown).toHaveProperty('className', leaving)
})

// Rule: P-TOAST-3
test("a person's toast ends with the session, and the text that tells its end stays", async () => {
  localStorage.setItem('access_token', token())
  const { bus, session } = openShell({ at: '/app/main/analytics' })
  await screen.findByText('Tela Analises')
  toastOf(bus, 'Guardado')
  const shown = await toast('Guardado')
  act(() => session.end('expired'))
  await screen.findByText('Tela Login')
  expect(shown).toHaveProperty('className', leaving)
  const farewell = await toast('Sua sessão expirou. Entre novamente para continuar.')
  expect(farewell).toHaveProperty('className', expect.not.stringContaining('-exit'))
})

test('a toast stays from page to page of one person', async () => {
  localStorage.setItem('access_token', token())
  const { bus, router } = openShell({ at: '/app/main/analytics' })
  await screen.findByText('Tela Analises')
  toastOf(bus, 'Guardado')
  const shown = await toast('Guardado')
  await act(() => router.navigate('/app/profile'))
  await screen.findByText('Tela Profile')
  expect(shown).toHaveProperty('className', expect.not.stringContaining('-exit'))
})

// Rule: P-SESSION-10
test('a toast that was requested before the page had rendered is shown then', async () => {
  const bus = createBus(createFakeLogger().logger)
  followToasts(bus, { state: () => ({ status: 'anonymous', reason: 'unauthorized' }) })
  bus.publish('toast:requested', { kind: 'warning', text: 'Sua sessão não é mais válida.' })
  render(<Toasts />)
  expect(await screen.findByText('Sua sessão não é mais válida.')).toBeVisible()
})
