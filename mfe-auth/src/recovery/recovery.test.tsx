import { ACCOUNT_PASSWORD_PROBLEM, PROOF_NEEDED_PROBLEM } from '@atalaia/contracts'
import { inTurn, type FakeApi, type Reply } from '@atalaia/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { openAuth } from '../testing/open-auth.tsx'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const LINK = 'a'.repeat(43)
const button = (name: string) => screen.getByRole('button', { name })
const token = (name: string) => ({ kind: 'body', body: { access_token: name } }) as const
const done = { kind: 'body', body: {} } as const
const session = (dispositivo: string, own = false) => ({
  id: dispositivo,
  tipo: own ? 'navegador' : 'api',
  dispositivo,
  rede: '203.0.113.0/24',
  inicio: '2026-11-20T12:00:00Z',
  visto: '2025-11-21T14:05:00Z',
  atual: own,
})
const sessions = (...others: string[]) =>
  ({
    kind: 'body',
    body: { sessoes: [session('Firefox no Linux', true), ...others.map((name) => session(name))] },
  }) as const
const noFactors = { kind: 'body', body: { aplicativo: false, chaves: [], codigos: 0, exigida: false } } as const
const ofAccount = (cards: Readonly<Record<string, Reply>>, ...replies: Reply[]): FakeApi => {
  const rest = inTurn(...replies)
  const shown: Readonly<Record<string, Reply>> = {
    '/conta/segundo-fator': noFactors,
    '/conta/identidades': { kind: 'body', body: { identidades: [] } },
    ...cards,
  }
  return (call) => shown[call.path] ?? rest(call)
}

// Rule: P-ACCOUNT-2, P-ACCOUNT-3
test('a link is asked for with an address, and the page says the same of each', async () => {
  const page = await openAuth('/recover', { api: inTurn({ kind: 'network' }, done) })
  await page.user.click(button('Enviar link'))
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Informe seu email.')
  await page.user.type(screen.getByLabelText('Email'), ' ana@empresa.com.br ')
  await page.user.click(button('Enviar link'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Não foi possível falar com o servidor.')
  await page.user.click(button('Enviar link'))
  expect(await screen.findByText(/^Se há uma conta com ana@empresa.com.br/)).toBeVisible()
  expect(page.calls.at(-1)).toMatchObject({ path: '/auth/recuperar', body: { email: 'ana@empresa.com.br' } })
})

// Rule: P-ACCOUNT-2
test('another password is chosen with the link, and leads to the login', async () => {
  const refusal = { kind: 'status', status: 422, body: { message: 'Este link já foi usado.' } } as const
  const page = await openAuth(`/reset#${LINK}`, { api: inTurn(refusal, done) })
  await page.user.click(button('Trocar senha'))
  expect(screen.getByLabelText('Senha nova')).toHaveAccessibleDescription('Informe a senha nova.')
  await page.user.type(screen.getByLabelText('Senha nova'), 'uma senha longa')
  await page.user.click(button('Trocar senha'))
  expect(screen.getByLabelText('Confirmar senha nova')).toHaveAccessibleDescription('As senhas não são iguais.')
  expect(page.calls).toEqual([])
  await page.user.type(screen.getByLabelText('Confirmar senha nova'), 'uma senha longa')
  await page.user.click(button('Trocar senha'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Este link já foi usado.')
  await page.user.click(button('Trocar senha'))
  await waitFor(() => expect(page.place()).toBe('/login'))
  expect(page.calls.at(-1)).toMatchObject({ path: '/auth/redefinir', body: { token: LINK, senha: 'uma senha longa' } })
  expect(page.published).toMatchObject([{ event: { kind: 'success' } }])
})

// Rule: P-ACCOUNT-1
test('a mailbox is confirmed by a press, and not by opening the link', async () => {
  const confirmed = { kind: 'body', body: { email: 'ana@empresa.com.br' } } as const
  const page = await openAuth(`/confirm#${LINK}`, { api: inTurn(confirmed) })
  expect(page.calls).toEqual([])
  await page.user.click(button('Confirmar'))
  expect(await screen.findByText('E-mail confirmado.')).toBeVisible()
  expect(page.calls).toMatchObject([{ path: '/auth/confirmar', body: { token: LINK } }])
})

const asksPassword = (troca: boolean) =>
  ({
    kind: 'status',
    status: 422,
    body: { type: ACCOUNT_PASSWORD_PROBLEM, message: 'Informe a senha.', troca },
  }) as const

// Rule: P-ACCOUNT-1, P-ACCOUNT-7
test('a browser that is not in the account is asked for its password once, or led to a new start', async () => {
  const wrong = { kind: 'status', status: 422, body: { message: 'A senha não confere.' } } as const
  const confirmed = { kind: 'body', body: { email: 'ana@empresa.com.br' } } as const
  const page = await openAuth(`/confirm#${LINK}`, { api: inTurn(asksPassword(false), wrong, confirmed) })
  await page.user.click(button('Confirmar'))
  const field = await screen.findByLabelText('Senha da conta')
  expect(field).toHaveFocus()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Não criei esta conta' })).toHaveAttribute('href', '/recuperar')
  expect(screen.getByText(/A conta começa de novo, vazia/)).toBeVisible()
  await page.user.click(button('Confirmar'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Informe a senha da conta.')
  expect(page.calls).toHaveLength(1)
  await page.user.type(field, 'uma senha')
  await page.user.click(button('Confirmar'))
  expect(await screen.findByText('A senha não confere.')).toBeVisible()
  await page.user.click(button('Confirmar'))
  expect(await screen.findByText('E-mail confirmado.')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Não criei esta conta' })).not.toBeInTheDocument()
  expect(page.calls.at(-1)).toMatchObject({ path: '/auth/confirmar', body: { token: LINK, senha: 'uma senha' } })
})

// Rule: P-ACCOUNT-6
test('who did not ask for a move to their mailbox is told to leave it', async () => {
  const page = await openAuth(`/confirm#${LINK}`, { api: inTurn(asksPassword(true)) })
  await page.user.click(button('Confirmar'))
  expect(await screen.findByLabelText('Senha da conta')).toBeVisible()
  expect(screen.getByText('Não pediu esta troca? Feche a página: nada muda.')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Não criei esta conta' })).not.toBeInTheDocument()
})

// Rule: P-ACCOUNT-7
test('the page of a new password says beforehand where the account starts empty', async () => {
  const page = await openAuth(`/reset?recomeca=1#${LINK}`, { api: inTurn(done) })
  expect(screen.getByRole('alert')).toHaveTextContent(/começa de novo com a senha nova, vazia/)
  expect(screen.getByRole('link', { name: 'entre' })).toHaveAttribute('href', '/login')
  await page.user.type(screen.getByLabelText('Senha nova'), 'uma senha longa')
  await page.user.type(screen.getByLabelText('Confirmar senha nova'), 'uma senha longa')
  await page.user.click(button('Trocar senha'))
  await waitFor(() => expect(page.place()).toBe('/login'))
  expect(page.calls).toMatchObject([{ path: '/auth/redefinir', body: { token: LINK } }])
})

// Rule: P-ACCOUNT-6
test('another address is asked for with the password', async () => {
  const facts = { kind: 'body', body: { email: 'ana@empresa.com.br', caixa_confirmada: true } } as const
  const wrong = { kind: 'status', status: 422, body: { message: 'A senha atual não confere.' } } as const
  const page = await openAuth('/account', { api: ofAccount({ '/conta/sessoes': sessions() }, facts, wrong, done) })
  await page.user.click(await screen.findByRole('button', { name: 'Alterar e-mail' }))
  await page.user.click(button('Trocar e-mail'))
  expect(screen.getByLabelText('E-mail novo')).toHaveAccessibleDescription('Informe o e-mail novo.')
  await page.user.type(screen.getByLabelText('E-mail novo'), 'bia@empresa.com.br')
  await page.user.type(screen.getByLabelText('Senha da conta'), 'a senha')
  await page.user.click(button('Trocar e-mail'))
  expect(await screen.findByText('A senha atual não confere.')).toBeVisible()
  await page.user.click(button('Trocar e-mail'))
  expect(await screen.findByText(/^Enviamos um link para bia@empresa.com.br/)).toBeVisible()
  expect(page.calls.at(-1)).toMatchObject({
    path: '/conta/endereco',
    body: { novo: 'bia@empresa.com.br', senha: 'a senha' },
  })
})

// Rule: P-ACCOUNT-6
test('the link of another address says that the sessions ended, and leads to the login', async () => {
  const moved = { kind: 'body', body: { email: 'bia@empresa.com.br', endereco_trocado: true } } as const
  const page = await openAuth(`/confirm#${LINK}`, { api: inTurn(moved) })
  await page.user.click(button('Confirmar'))
  expect(await screen.findByText(/^Endereço trocado/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Faça login' })).toBeVisible()
})

test.each(['/reset', '/confirm#short'])('the incomplete link %s offers nothing to send', async (address) => {
  await openAuth(address)
  expect(screen.getByRole('alert')).toHaveTextContent('Este link está incompleto.')
  expect(screen.queryByRole('button')).toBeNull()
})

// Rule: P-ACCOUNT-1, P-ACCOUNT-4
test('the account shows its mailbox; a changed password and ended sessions give this page its new token', async () => {
  const facts = { kind: 'body', body: { email: 'ana@empresa.com.br', caixa_confirmada: false } } as const
  const wrong = { kind: 'status', status: 422, body: { message: 'A senha atual não confere.' } } as const
  const page = await openAuth('/account', {
    api: ofAccount(
      { '/conta/sessoes': sessions('Chrome no Windows') },
      facts,
      done,
      wrong,
      token('a.b.c'),
      token('d.e.f'),
    ),
  })
  expect(within(await screen.findByRole('region', { name: 'E-mail' })).getByText('ana@empresa.com.br')).toBeVisible()
  await page.user.click(button('Enviar outro link'))
  expect(await screen.findByText(/^O link está a caminho/)).toBeVisible()
  await page.user.click(screen.getByRole('link', { name: 'Segurança' }))
  await page.user.click(button('Alterar senha'))
  await page.user.type(screen.getByLabelText('Senha atual'), 'a velha')
  await page.user.type(screen.getByLabelText('Senha nova'), 'uma senha longa')
  await page.user.type(screen.getByLabelText('Confirmar senha nova'), 'uma senha longa')
  await page.user.click(button('Trocar senha'))
  expect(await screen.findByText('A senha atual não confere.')).toBeVisible()
  await page.user.click(button('Trocar senha'))
  await waitFor(() => expect(screen.queryByLabelText('Senha atual')).toBeNull())
  await page.user.click(screen.getByRole('link', { name: 'Sessões' }))
  await page.user.click(await screen.findByRole('button', { name: 'Encerrar as outras sessões' }))
  await page.user.click(button('Encerrar'))
  await waitFor(() =>
    expect(page.published.filter(({ name }) => name === 'login:succeeded')).toEqual([
      { name: 'login:succeeded', event: { kind: 'token', accessToken: 'a.b.c' } },
      { name: 'login:succeeded', event: { kind: 'token', accessToken: 'd.e.f' } },
    ]),
  )
})

// Rule: P-SESSION-21, P-SESSION-30
test.each([
  ['curl', 'Encerrar curl, vista 21/11/2025, 11:05', '/conta/sessoes/curl/encerrar', done],
  ['all others', 'Encerrar as outras sessões', '/conta/sessoes/encerrar', token('a.b.c')],
])('a refusal to end %s is told in the question, which can be answered again', async (_which, name, path, answer) => {
  const facts = { kind: 'body', body: { email: 'ana@empresa.com.br', caixa_confirmada: true } } as const
  const refused = {
    kind: 'status',
    status: 403,
    body: { type: PROOF_NEEDED_PROBLEM, message: 'Falta a prova.' },
  } as const
  const api = ofAccount({ '/conta/sessoes': sessions('curl') }, facts, refused, answer)
  const page = await openAuth('/account?parte=sessoes', { api })
  await page.user.click(await screen.findByRole('button', { name }))
  await page.user.click(button('Encerrar'))
  expect(await within(screen.getByRole('dialog')).findByText('Falta a prova.')).toBeVisible()
  await page.user.click(button('Encerrar'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.calls.filter((call) => call.path === path)).toMatchObject([{ body: {} }, { body: {} }])
})

// Rule: P-SESSION-21
test('the account lists its sessions, and ends one after a question; without others, it says so', async () => {
  const facts = { kind: 'body', body: { email: 'ana@empresa.com.br', caixa_confirmada: true } } as const
  const gone = { kind: 'status', status: 404, body: { message: 'Esta sessão já terminou.' } } as const
  const api = ofAccount({}, facts, { kind: 'network' }, sessions('curl'), gone, sessions('curl'), done, sessions())
  const page = await openAuth('/account?parte=sessoes', { api })
  await page.user.click(await screen.findByRole('button', { name: 'Tentar de novo' }))
  expect(await screen.findByText('esta sessão')).toBeVisible()
  const end = { name: 'Encerrar curl, vista 21/11/2025, 11:05' }
  expect(screen.getByText('Login pela API, rede 203.0.113.0/24 · vista 21/11/2025, 11:05')).toBeVisible()
  await page.user.click(screen.getByRole('button', end))
  await page.user.click(button('Cancelar'))
  const sent = page.calls.filter(({ path }) => !['/conta/segundo-fator', '/conta/identidades'].includes(path))
  expect(sent).toHaveLength(3)
  for (const text of ['Esta sessão já terminou.', 'Nenhuma outra sessão está aberta.']) {
    await page.user.click(await screen.findByRole('button', end))
    await page.user.click(button('Encerrar'))
    expect(await screen.findByText(text)).toBeVisible()
  }
  expect(page.calls.at(-2)).toMatchObject({ method: 'postJson', path: '/conta/sessoes/curl/encerrar' })
  expect(page.published).toMatchObject([{ event: { kind: 'success', text: 'A sessão terminou.' } }])
})
