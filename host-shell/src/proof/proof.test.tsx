import { PROOF_NEEDED_PROBLEM } from '@atalaia/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openShell, token } from '../testing/open-shell.tsx'
import { createProofs } from '../platform/proofs.ts'

const at = '/app/main/analytics?filtro=criticas'
const refusal = (...meios: string[]) => ({ type: PROOF_NEEDED_PROBLEM, meios })
const dialog = () => screen.findByRole('dialog', { name: 'Confirme que é você' })
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Confirmar' }))
const passwordField = async () => within(await dialog()).getByLabelText('A sua senha')

beforeEach(() => {
  window.scrollTo = () => {}
  localStorage.clear()
  localStorage.setItem('access_token', token())
})

const open = (...answers: { readonly status: number; readonly body: object }[]) => {
  const sent: { readonly path: string; readonly body: unknown }[] = []
  const fetch = async (address: unknown, init?: RequestInit) => {
    const path = String(address)
    if (!path.startsWith('/api/conta/prova')) throw new Error('no network')
    sent.push({ path, body: JSON.parse(String(init?.body)) })
    const { status, body } = answers.shift() ?? { status: 200, body: {} }
    return new Response(JSON.stringify(body), { status })
  }
  return { ...openShell({ at, fetch }), sent }
}

const givePasskey = (answer: () => Promise<unknown>) => {
  class PublicKeyCredential {
    static readonly parseRequestOptionsFromJSON = (options: object) => options
    readonly toJSON = () => ({ id: 'chave' })
  }
  Object.assign(globalThis, { PublicKeyCredential })
  Object.assign(navigator, { credentials: { get: async () => (await answer()) ?? new PublicKeyCredential() } })
}
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
  Reflect.deleteProperty(navigator, 'credentials')
})

// Rule: P-SESSION-30, P-SESSION-61
test('one dialog asks for all calls that wait, has the focus in its field, and the password lets them go on', async () => {
  const { proofs, sent } = open()
  await screen.findByText('Tela Analises')
  const button = screen.getByRole('button', { name: /^Menu de/ })
  button.focus()
  const answers = [proofs.ask(refusal('senha'), undefined), proofs.ask(refusal('senha'), undefined)]
  const field = await passwordField()
  expect(await dialog()).toHaveTextContent('Para continuar, confirme que é você')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(field).toHaveFocus()
  expect(field).toHaveAttribute('autocomplete', 'current-password')
  expect(screen.queryByRole('button', { name: 'Usar chave de acesso' })).not.toBeInTheDocument()
  await userEvent.keyboard('uma senha')
  await confirm()
  expect(await Promise.all(answers)).toEqual([true, true])
  expect(sent).toEqual([{ path: '/api/conta/prova', body: { senha: 'uma senha' } }])
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(button).toHaveFocus()
})

// Rule: P-SESSION-30, P-SESSION-61
test('a refusal is shown in the dialog, which goes on asking', async () => {
  const { proofs, sent } = open({ status: 422, body: { message: 'A senha atual não confere.' } })
  const answer = proofs.ask(refusal('senha'), undefined)
  const field = await passwordField()
  await confirm()
  expect(await screen.findByText('Informe a sua senha.')).toBeVisible()
  expect(sent).toEqual([])
  await userEvent.type(field, 'errada')
  await confirm()
  expect(await screen.findByText('A senha atual não confere.')).toBeVisible()
  await userEvent.clear(field)
  await userEvent.type(field, 'certa')
  await confirm()
  expect(await answer).toBe(true)
  expect(sent.map(({ body }) => body)).toEqual([{ senha: 'errada' }, { senha: 'certa' }])
})

// Rule: P-SESSION-30, P-SESSION-61
test.each(['Escape', 'Cancelar', 'the end of the session', 'the end of the last call'])(
  '%s ends the question with a no',
  async (how) => {
    const { proofs, session } = open()
    const controller = new AbortController()
    const answer = proofs.ask(refusal('senha'), controller.signal)
    const shown = await dialog()
    await passwordField()
    // jsdom has no Escape of its own for dialogs.
    if (how === 'Escape') act(() => void shown.dispatchEvent(new Event('cancel', { bubbles: true, cancelable: true })))
    if (how === 'Cancelar') await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
    if (how === 'the end of the session') act(() => session.end('expired'))
    if (how === 'the end of the last call') act(() => controller.abort())
    expect(await answer).toBe(false)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  },
)

// Rule: P-SESSION-30, P-SESSION-61
test('a passkey of the account proves its person, after one that was cancelled too', async () => {
  const request = { challenge: 'abc', rpId: 'localhost', timeout: 1, userVerification: 'required' }
  const { proofs, sent } = open({ status: 200, body: request }, { status: 200, body: request })
  let isCancelled = true
  givePasskey(async () => {
    if (isCancelled) throw new DOMException('no', 'NotAllowedError')
  })
  const answer = proofs.ask(refusal('senha', 'chave'), undefined)
  const button = await screen.findByRole('button', { name: 'Usar chave de acesso' })
  await userEvent.click(button)
  expect(await screen.findByText(/^A chave de acesso não foi usada/)).toBeVisible()
  isCancelled = false
  await userEvent.click(button)
  expect(await answer).toBe(true)
  expect(sent.at(-1)).toEqual({ path: '/api/conta/prova', body: { desafio: 'abc', chave: { id: 'chave' } } })
})

// Rule: P-SESSION-30, P-SESSION-61
test('where neither works, a log-out leads to the login and back to the page', async () => {
  const { proofs, session, path } = open()
  const answer = proofs.ask(refusal(), undefined)
  const shown = await dialog()
  expect(shown).toHaveTextContent('entre de novo e repita o pedido')
  expect(within(shown).queryByLabelText('A sua senha')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Entrar de novo' }))
  expect(await answer).toBe(false)
  expect(session.state()).toMatchObject({ status: 'anonymous' })
  await screen.findByText('Tela Login')
  expect(path()).toBe(`/login?${new URLSearchParams({ next: at })}`)
})

// Rule: P-SESSION-30, P-SESSION-61
test('a dialog that cannot be loaded gives the calls their refusal, and the next call loads it anew', async () => {
  const error = jest.fn()
  const load = jest
    .fn()
    .mockRejectedValueOnce(new Error('chunk'))
    .mockResolvedValue({ ProofDialog: () => null })
  const proofs = createProofs({ load, logger: { error } })
  expect(await proofs.ask(refusal('senha'), undefined)).toBe(false)
  expect(error).toHaveBeenCalledTimes(1)
  const answer = proofs.ask(refusal('senha'), undefined)
  await waitFor(() => expect(proofs.asked()).toBeDefined())
  proofs.asked()?.settle(true)
  expect(await answer).toBe(true)
})
