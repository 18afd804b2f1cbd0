import { SECOND_FACTOR_PROBLEMS } from '@atalaia/contracts/second-factor'
import { inTurn, type Reply } from '@atalaia/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { openAuth } from '../testing/open-auth.tsx'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const credentials = { username: 'ana@empresa.com.br', password: ' s3nha ' }
type Page = Awaited<ReturnType<typeof openAuth>>

const fillIn = async ({ user }: Page, { username, password } = credentials) => {
  if (username) await user.type(screen.getByLabelText('Usuário'), username)
  if (password) await user.type(screen.getByLabelText('Senha'), password)
}
const send = ({ user }: Page) => user.click(screen.getByRole('button', { name: 'Login' }))

// Rule: P-LOGIN-1, P-LOGIN-2
test('the page says the brand, the way in and the way to the registration', async () => {
  await openAuth('/login', { config: { brand: 'Farol' } })
  expect(within(screen.getByRole('main')).getByRole('heading', { name: 'Farol Login' })).toBeVisible()
  expect(screen.getByText('Use seu email para acessar.')).toBeVisible()
  expect(screen.getByText('Não tem cadastro? Registre-se!')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Solicite acesso' })).toHaveAttribute('href', '/register')
  expect(screen.getByLabelText('Usuário')).toHaveFocus()
  expect(screen.getByLabelText('Usuário')).toHaveAttribute('autocomplete', 'username')
  expect(screen.getByLabelText('Senha')).toHaveAttribute('autocomplete', 'current-password')
})

// Rule: P-LOGIN-3
test('with an empty field nothing happens and no message shows', async () => {
  const page = await openAuth('/login')
  await send(page)
  await fillIn(page, { username: 'ana@empresa.com.br', password: '' })
  await send(page)
  expect(page.calls).toEqual([])
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

// Rule: P-LOGIN-4, P-API-3
test('while the request runs the button says Loading... and sends nothing again', async () => {
  const page = await openAuth('/login')
  await fillIn(page)
  await send(page)
  await page.user.click(screen.getByRole('button', { name: 'Loading...' }))
  await page.user.type(screen.getByLabelText('Senha'), '{Enter}')
  expect(page.calls).toEqual([{ method: 'postForm', path: '/login', body: credentials }])
})

test('a token in the answer is published as the outcome of the login', async () => {
  const page = await openAuth('/login', { api: inTurn({ kind: 'body', body: { access_token: 'a.b.c' } }) })
  await fillIn(page)
  await send(page)
  expect(page.published).toEqual([{ name: 'login:succeeded', event: { kind: 'token', accessToken: 'a.b.c' } }])
  expect(screen.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

// Rule: P-LOGIN-7
test.each([[{}], [{ access_token: '' }], [{ access_token: 7 }], ['<html>']])(
  'without a token in the answer (%j) the person reads that there is none',
  async (body) => {
    const page = await openAuth('/login', { api: inTurn({ kind: 'body', body }) })
    await fillIn(page)
    await send(page)
    expect(await screen.findByRole('alert')).toHaveTextContent('Token não encontrado na resposta.')
    expect(page.published).toEqual([])
  },
)

// Rule: P-LOGIN-8, P-ERROR-1, P-ERROR-27
test.each([
  [{ kind: 'status', status: 401, body: 'Usuário ou senha inválidos.' }, 'Usuário ou senha inválidos.'],
  [{ kind: 'status', status: 429, body: { message: 'Espere 8 s.' } }, 'Espere 8 s.'],
  [{ kind: 'status', status: 401, body: '' }, 'Usuário ou senha incorretos.'],
  [{ kind: 'status', status: 502, body: '' }, 'O servidor não conseguiu atender agora. Tente de novo em instantes.'],
  [
    { kind: 'status', status: 403, body: '<!doctype html><h1>Blocked</h1>' },
    'Algo entre esta página e o servidor, como um proxy ou filtro da rede, respondeu no lugar dele (código 403).',
  ],
  [{ kind: 'status', status: 502, body: '<html>' }, 'respondeu no lugar dele (código 502)'],
  [{ kind: 'network' }, 'Não foi possível falar com o servidor. Verifique sua conexão e tente de novo.'],
  [{ kind: 'timeout' }, 'O servidor demorou demais para responder. Tente de novo em instantes.'],
] as const)('a failure %j is shown, focused and logged without what was typed', async (failure, text) => {
  const page = await openAuth('/login', { api: inTurn(failure) })
  await fillIn(page)
  await send(page)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(text)
  expect(document.activeElement).toContainElement(alert)
  expect(page.lines).toHaveLength(1)
  expect(JSON.stringify(page.lines)).not.toMatch(/ana@|s3nha/)
})

// Rule: P-LOGIN-10
test('a second attempt takes the message of the first away', async () => {
  const page = await openAuth('/login', { api: inTurn({ kind: 'network' }) })
  await fillIn(page)
  await send(page)
  await screen.findByRole('alert')
  await send(page)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

// Rule: P-LOGIN-9
test('a token that the shell rejects gives the general message', async () => {
  const page = await openAuth('/login', { api: inTurn({ kind: 'body', body: { access_token: 'worn-out' } }) })
  page.shell.subscribe('login:succeeded', () =>
    page.shell.publish('session:changed', { status: 'anonymous', reason: 'rejected' }),
  )
  await fillIn(page)
  await send(page)
  expect(await screen.findByRole('alert')).toHaveTextContent('Something was wrong. Try again')
})

// Rule: P-LOGIN-12
test('where the person wanted to go is kept on the way to the registration', async () => {
  await openAuth('/login?next=%2Fapp%2Fprofile%3Ftab%3D1&token=x')
  expect(screen.getByRole('link', { name: 'Solicite acesso' })).toHaveAttribute(
    'href',
    '/register?next=%2Fapp%2Fprofile%3Ftab%3D1',
  )
})

test('a message does not outlive a visit to the registration', async () => {
  const page = await openAuth('/login', { api: inTurn({ kind: 'network' }) })
  await fillIn(page)
  await send(page)
  await screen.findByRole('alert')
  await page.user.click(screen.getByRole('link', { name: 'Solicite acesso' }))
  await page.user.click(await screen.findByRole('link', { name: 'Faça login' }))
  expect(await screen.findByLabelText('Usuário')).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

// Rule: P-LOGIN-11
test('the password shows itself on demand', async () => {
  const page = await openAuth('/login')
  const field = screen.getByLabelText('Senha')
  expect(field).toHaveAttribute('type', 'password')
  await page.user.click(screen.getByRole('button', { name: 'Mostrar a senha' }))
  expect(field).toHaveAttribute('type', 'text')
  await page.user.click(screen.getByRole('button', { name: 'Ocultar a senha' }))
  expect(field).toHaveAttribute('type', 'password')
})

// Rule: P-SESSION-13
test('in demonstration mode without a backend the login succeeds without any call', async () => {
  const page = await openAuth('/login', { config: { demo: true, apiUrl: null } })
  await fillIn(page)
  await send(page)
  expect(page.calls).toEqual([])
  expect(page.published).toEqual([{ name: 'login:succeeded', event: { kind: 'demo', email: 'ana@empresa.com.br' } }])
})

// Rule: P-SESSION-14
test('with a backend the demonstration flag changes nothing', async () => {
  const page = await openAuth('/login', { config: { demo: true } })
  await fillIn(page)
  await send(page)
  expect(page.calls).toHaveLength(1)
})

const asked = {
  kind: 'status',
  status: 401,
  body: { type: SECOND_FACTOR_PROBLEMS.required, desafio: 'd', meios: ['codigo', 'recuperacao'], message: 'Falta.' },
} as const
const openStep = async (...replies: Reply[]) => {
  const page = await openAuth('/login', { api: inTurn(asked, ...replies) })
  await fillIn(page)
  await send(page)
  const field = await screen.findByLabelText('Código do aplicativo')
  await waitFor(() => expect(field).toHaveFocus())
  expect(page.published).toEqual([])
  return page
}

// Rule: P-FACTOR-8
test('a login that needs a second step asks for it, and a recovery code may take the place of the code', async () => {
  const wrong = { kind: 'status', status: 401, body: { message: 'Isto não confere.' } } as const
  const page = await openStep(wrong, { kind: 'body', body: { access_token: 'a.b.c' } })
  await page.user.click(screen.getByRole('button', { name: 'Verificar' }))
  expect(screen.getByLabelText('Código do aplicativo')).toHaveAccessibleDescription('Informe o código.')
  await page.user.type(screen.getByLabelText('Código do aplicativo'), '000000')
  await page.user.click(screen.getByRole('button', { name: 'Verificar' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Isto não confere.')
  await page.user.click(screen.getByRole('button', { name: 'Usar um código de recuperação' }))
  expect(screen.getByLabelText('Código de recuperação')).toHaveFocus()
  await page.user.type(screen.getByLabelText('Código de recuperação'), 'abcde-fghij')
  await page.user.click(screen.getByRole('button', { name: 'Verificar' }))
  await waitFor(() => expect(page.published).toMatchObject([{ event: { accessToken: 'a.b.c' } }]))
  const body = { desafio: 'd', recuperacao: 'abcde-fghij' }
  expect(page.calls.at(-1)).toEqual({ method: 'postJson', path: '/login/segundo-fator', body })
})

// Rule: P-FACTOR-8
test('a challenge that has ended leads back to the login, which says why', async () => {
  const page = await openStep({
    kind: 'status',
    status: 401,
    body: { type: SECOND_FACTOR_PROBLEMS.ended, message: 'A verificação terminou. Entre de novo.' },
  })
  await page.user.type(screen.getByLabelText('Código do aplicativo'), '000000{Enter}')
  expect(await screen.findByLabelText('Senha')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('A verificação terminou. Entre de novo.')
})

// Rule: P-FACTOR-7
test('where the organisation wants a second factor that is missing, the session begins at the account', async () => {
  const body = { access_token: 'a.b.c', pendente: 'segundo-fator' }
  const page = await openAuth('/login?next=%2Fapp%2Fprofile', { api: inTurn({ kind: 'body', body }) })
  await fillIn(page)
  await send(page)
  await waitFor(() => expect(page.published).toHaveLength(1))
  expect(page.place()).toBe('/login?next=%2Fapp%2Fconta%3Fparte%3Dseguranca')
})

// Rule: P-FACTOR-8
test('a browser without passkeys says so', async () => {
  const options = { challenge: 'c', rpId: 'localhost', timeout: 1, userVerification: 'required' }
  const page = await openAuth('/login', { api: inTurn({ kind: 'body', body: options }) })
  await page.user.click(screen.getByRole('button', { name: 'Entrar com chave de acesso' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('não conhece chaves de acesso')
})

// Rule: P-LOGIN-15
test('an error stands below the button, so that nothing above it moves', async () => {
  const page = await openAuth('/login', { api: inTurn({ kind: 'network' }) })
  await fillIn(page)
  await send(page)
  const error = await screen.findByRole('alert')
  const button = screen.getByRole('button', { name: 'Login' })
  expect(button.compareDocumentPosition(error)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
