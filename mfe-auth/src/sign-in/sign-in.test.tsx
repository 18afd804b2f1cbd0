import { COMPANY_SIGN_IN_PROBLEM } from '@atalaia/contracts'
import { SECOND_FACTOR_PROBLEMS } from '@atalaia/contracts/second-factor'
import { inTurn, type Reply } from '@atalaia/testing'
import { screen, waitFor } from '@testing-library/react'
import { openAuth } from '../testing/open-auth.tsx'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const button = (name: string) => screen.getByRole('button', { name })
const EMPTY = { google: null, microsoft: null }

// Rule: P-IDENTITY-1
test('the page takes the session up, and goes on to the page that was wanted', async () => {
  const page = await openAuth('/sign-in', {
    api: inTurn({ kind: 'body', body: { access_token: 'a.b.c', proxima: '/account' } }, { kind: 'network' }),
  })
  await waitFor(() => expect(page.place()).toBe('/account'))
  expect(page.calls[0]).toEqual({ method: 'postJson', path: '/identidade/concluir', body: {} })
  expect(page.published).toEqual([{ name: 'login:succeeded', event: { kind: 'token', accessToken: 'a.b.c' } }])
})

// Rule: P-IDENTITY-4
test('the password of the account that has the address is asked for, and may be wrong', async () => {
  const wrong = { kind: 'status', status: 422, body: { message: 'A senha não confere.' } } as const
  const page = await openAuth('/sign-in', {
    api: inTurn(
      { kind: 'body', body: { ligar: { email: 'ana@acme.com', provedor: 'Google' } } },
      wrong,
      { kind: 'body', body: { access_token: 'a.b.c', proxima: '/account' } },
      { kind: 'network' },
    ),
  })
  expect(await screen.findByText('ana@acme.com')).toBeVisible()
  await page.user.type(screen.getByLabelText('Senha'), 'uma senha')
  await page.user.click(button('Ligar e entrar'))
  expect(await screen.findByRole('alert')).toHaveTextContent('A senha não confere.')
  await page.user.click(button('Ligar e entrar'))
  await waitFor(() => expect(page.place()).toBe('/account'))
  expect(page.calls[2]).toMatchObject({ path: '/identidade/ligar', body: { senha: 'uma senha' } })
})

// Rule: P-FACTOR-2, P-IDENTITY-1
test('an account with a second factor gives its code after the provider, and goes on to the page that was wanted', async () => {
  const desafio = 'a'.repeat(43)
  const step = { type: SECOND_FACTOR_PROBLEMS.required, desafio, meios: ['codigo', 'recuperacao'], proxima: '/account' }
  const page = await openAuth('/sign-in', {
    api: inTurn(
      { kind: 'status', status: 401, body: step },
      { kind: 'status', status: 401, body: { message: 'Isto não confere.' } },
      { kind: 'body', body: { access_token: 'a.b.c' } },
      { kind: 'network' },
    ),
  })
  const code = await screen.findByLabelText('Código do aplicativo')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Verificação em duas etapas')
  await page.user.type(code, '000000')
  await page.user.click(button('Verificar'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Isto não confere.')
  await page.user.clear(code)
  await page.user.type(code, '123456')
  await page.user.click(button('Verificar'))
  await waitFor(() => expect(page.place()).toBe('/account'))
  expect(page.calls[2]).toMatchObject({ path: '/login/segundo-fator', body: { desafio, codigo: '123456' } })
  expect(page.published).toMatchObject([{ name: 'login:succeeded', event: { accessToken: 'a.b.c' } }])
})

// Rule: P-FACTOR-2
test('a second step after the provider that has ended is told, and begins at the login again', async () => {
  const step = { type: SECOND_FACTOR_PROBLEMS.required, desafio: 'a'.repeat(43), meios: ['recuperacao'] }
  const ended = { type: SECOND_FACTOR_PROBLEMS.ended, message: 'A verificação terminou. Entre de novo.' }
  const page = await openAuth('/sign-in', {
    api: inTurn({ kind: 'status', status: 401, body: step }, { kind: 'status', status: 401, body: ended }),
  })
  await page.user.type(await screen.findByLabelText('Código de recuperação'), 'abcde-fghij')
  await page.user.click(button('Verificar'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Entre de novo')
  expect(screen.getByRole('link', { name: 'Voltar ao login' })).toHaveAttribute('href', '/login')
  expect(page.published).toEqual([])
})

// Rule: P-FACTOR-7
test('who has yet to set up a second factor gets to the account after a provider', async () => {
  const body = { access_token: 'a.b.c', pendente: 'segundo-fator', proxima: '/app/x' }
  const page = await openAuth('/sign-in', { api: inTurn({ kind: 'body', body }) })
  await waitFor(() => expect(page.place()).toBe('/app/conta?parte=seguranca'))
})

// Rule: P-IDENTITY-1
test.each([
  ['email', /não confirmou o seu e-mail/],
  ['<script>', /Este acesso expirou/],
])('the reason %s is told in words of the page alone, without a call', async (reason, text) => {
  const page = await openAuth(`/sign-in?falha=${encodeURIComponent(reason)}`)
  expect(screen.getByRole('alert')).toHaveTextContent(text)
  expect(page.calls).toEqual([])
})

// Rule: P-IDENTITY-11
test('the login page has the providers that are configured, which take the wanted page along', async () => {
  const other = { title: 'Acme', address: '/api/identidade/oidc/entrar' }
  await openAuth('/login?next=%2Fapp%2Fprofile', {
    config: { signIn: { google: 'https://g.example/', microsoft: null, other, company: true } },
  })
  expect(screen.getByRole('link', { name: 'Google' })).toHaveAttribute('href', 'https://g.example/')
  expect(screen.getByRole('link', { name: 'Acme' })).toHaveAttribute('href', `${other.address}?next=%2Fapp%2Fprofile`)
  expect(screen.queryByText('Microsoft')).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Entrar com a empresa' })).toHaveAttribute(
    'href',
    '/entrar/empresa?next=%2Fapp%2Fprofile',
  )
})

// Rule: P-IDENTITY-8, P-IDENTITY-11
test('where the company refuses the password, the login page leads to the company', async () => {
  const body = { type: COMPANY_SIGN_IN_PROBLEM, message: 'Os e-mails da sua empresa entram pela conta da empresa.' }
  const page = await openAuth('/login', {
    config: { signIn: EMPTY },
    api: inTurn({ kind: 'status', status: 403, body }, { kind: 'status', status: 404, body: { message: 'Não há.' } }),
  })
  expect(screen.queryByText('ou continue com')).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Entrar com a empresa' })).not.toBeInTheDocument()
  await page.user.type(screen.getByLabelText('Usuário'), 'ana@acme.com')
  await page.user.type(screen.getByLabelText('Senha'), 'uma senha')
  await page.user.click(button('Login'))
  expect(await screen.findByRole('link', { name: 'Entrar com a empresa' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('conta da empresa')
})

// Rule: P-IDENTITY-7
test('the address of a company is asked for, and may have none', async () => {
  const page = await openAuth('/company', {
    api: inTurn({ kind: 'status', status: 404, body: { message: 'Não há entrada.' } }),
  })
  await page.user.click(button('Continuar'))
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Informe seu email.')
  await page.user.type(screen.getByLabelText('Email'), 'ana@acme.com')
  await page.user.click(button('Continuar'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Não há entrada.')
  expect(page.calls).toMatchObject([{ path: '/identidade/empresa', body: { email: 'ana@acme.com' } }])
})

// Rule: P-IDENTITY-6
test('the account lists its identities, and takes one away unless it is the last way in', async () => {
  const facts = { kind: 'body', body: { email: 'ana@acme.com', caixa_confirmada: true } } as const
  const google = { id: 'g', provedor: 'Google', email: 'ana@acme.com', ligada_em: '2026-11-20', usada_em: '2026-11-21' }
  const last = { kind: 'status', status: 409, body: { message: 'Esta é a única entrada da conta.' } } as const
  const cards: Readonly<Record<string, Reply>> = {
    '/conta': facts,
    '/conta/identidades': { kind: 'body', body: { identidades: [google] } },
    '/conta/segundo-fator': { kind: 'body', body: { aplicativo: false, chaves: [], codigos: 0, exigida: false } },
    '/conta/sessoes': { kind: 'body', body: { sessoes: [] } },
  }
  const orders = inTurn(last, { kind: 'body', body: {} })
  const page = await openAuth('/account?parte=seguranca', { api: (call) => cards[call.path] ?? orders(call) })
  const remove = async () =>
    page.user.click(await screen.findByRole('button', { name: 'Desligar Google ana@acme.com' }))
  await remove()
  expect(await screen.findByText('Esta é a única entrada da conta.')).toBeVisible()
  await remove()
  await waitFor(() => expect(screen.queryByText('Entradas ligadas')).not.toBeInTheDocument())
  expect(page.calls.at(-1)).toMatchObject({ path: '/conta/identidades/desligar', body: { id: 'g' } })
})
