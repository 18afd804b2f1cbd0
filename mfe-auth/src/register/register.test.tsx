import { inTurn, type Reply } from '@atalaia/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { openAuth } from '../testing/open-auth.tsx'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const filled = { Email: 'ana@empresa.com.br', Password: 'Torre-1', 'Confirm Password': 'Torre-1' }
type Page = Awaited<ReturnType<typeof openAuth>>

const fillIn = async ({ user }: Page, values: Partial<typeof filled> = filled) => {
  for (const [label, text] of Object.entries(values)) await user.type(screen.getByLabelText(label), text)
}
const send = ({ user }: Page) => user.click(screen.getByRole('button', { name: 'Register' }))

// Rule: P-REGISTER-1, P-LOGIN-12
test('the page offers the three fields, the login and both providers', async () => {
  await openAuth('/register?next=%2Fapp%2Fprofile')
  expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email')
  expect(screen.getByLabelText('Email')).toBeRequired()
  expect(screen.getByLabelText('Password')).toBeRequired()
  expect(screen.getByLabelText('Confirm Password')).toHaveAttribute('autocomplete', 'new-password')
  expect(screen.getByRole('link', { name: 'Faça login' })).toHaveAttribute('href', '/login?next=%2Fapp%2Fprofile')
})

// Rule: P-REGISTER-11, P-REGISTER-12
test('a provider that is not configured is disabled, reachable, and says why', async () => {
  await openAuth('/register', { config: { signIn: { google: null, microsoft: 'https://login.example/ms' } } })
  const google = screen.getByRole('button', { name: 'Google' })
  expect(google).toHaveAttribute('aria-disabled', 'true')
  expect(google).toHaveAccessibleDescription('O acesso com Google não está configurado nesta instalação.')
  google.focus()
  expect(google).toHaveFocus()
  expect(screen.getByRole('link', { name: 'Microsoft' })).toHaveAttribute('href', 'https://login.example/ms')
})

test('with both providers configured no reason is given', async () => {
  await openAuth('/register', { config: { signIn: { google: 'https://g.example/', microsoft: 'https://m.example/' } } })
  expect(screen.queryByText(/não está configurado/)).not.toBeInTheDocument()
})

// Rule: P-REGISTER-4
test('an empty password is refused at the field, without a call', async () => {
  const page = await openAuth('/register')
  await fillIn(page, { Email: 'ana@empresa.com.br' })
  await send(page)
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Password field is empty')
  expect(screen.getByLabelText('Password')).toHaveFocus()
  expect(page.calls).toEqual([])
})

// Rule: P-REGISTER-5, P-REGISTER-6
test('different passwords are refused, and the message goes after 3 seconds', async () => {
  const page = await openAuth('/register')
  await fillIn(page, { ...filled, 'Confirm Password': 'Torre-2' })
  await send(page)
  expect(screen.getByLabelText('Confirm Password')).toHaveAccessibleDescription('Passwords are not equal')
  act(() => jest.advanceTimersByTime(2999))
  expect(screen.getByText('Passwords are not equal')).toBeVisible()
  act(() => jest.advanceTimersByTime(1))
  expect(screen.queryByText('Passwords are not equal')).not.toBeInTheDocument()
  expect(page.calls).toEqual([])
})

// Rule: P-REGISTER-7
test('leaving the confirmation checks it', async () => {
  const page = await openAuth('/register')
  await fillIn(page, { Password: 'Torre-1', 'Confirm Password': 'Torre' })
  expect(screen.queryByText('Passwords are not equal')).not.toBeInTheDocument()
  await page.user.tab()
  expect(screen.getByText('Passwords are not equal')).toBeVisible()
})

test('leaving an empty confirmation of an empty password says that it is empty', async () => {
  const page = await openAuth('/register')
  await page.user.click(screen.getByLabelText('Confirm Password'))
  await page.user.tab()
  expect(screen.getByText('Password field is empty')).toBeVisible()
})

// Rule: P-REGISTER-3
test.each([
  ['', 'Informe seu email.'],
  ['ana', 'Informe um email válido, como nome@empresa.com.br.'],
])('the address %j is refused at the field, without a call', async (email, text) => {
  const page = await openAuth('/register')
  const { Email: _, ...passwords } = filled
  await fillIn(page, email ? { ...filled, Email: email } : passwords)
  await send(page)
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(text)
  expect(screen.getByLabelText('Email')).toHaveFocus()
  expect(page.calls).toEqual([])
})

// Rule: P-REGISTER-8, P-API-4
test('a registration sends address and password, tells success and goes to the login', async () => {
  const page = await openAuth('/register?next=%2Fapp%2Fprofile', { api: inTurn({ kind: 'body', body: '' }) })
  await fillIn(page)
  await send(page)
  await waitFor(() => expect(page.place()).toBe('/login?next=%2Fapp%2Fprofile'))
  expect(page.calls).toEqual([
    { method: 'postJson', path: '/auth/signup', body: { email: 'ana@empresa.com.br', password: 'Torre-1' } },
  ])
  expect(page.published).toEqual([
    { name: 'toast:requested', event: { kind: 'success', text: "You've been registered successfully" } },
  ])
})

// Rule: P-REGISTER-2
test('while the request runs the button says Loading... and sends nothing again', async () => {
  const page = await openAuth('/register')
  await fillIn(page)
  await send(page)
  await page.user.click(screen.getByRole('button', { name: 'Loading...' }))
  expect(page.calls).toHaveLength(1)
})

// Rule: P-REGISTER-9
test('a refused registration shows the body of the answer and stays', async () => {
  const page = await openAuth('/register', {
    api: inTurn({ kind: 'status', status: 409, body: 'Este email já tem cadastro.' }),
  })
  await fillIn(page)
  await send(page)
  expect(await screen.findByRole('alert')).toHaveTextContent('Este email já tem cadastro.')
  expect(page.place()).toBe('/register')
  expect(page.published).toEqual([])
})

// Rule: P-REGISTER-9
test('a refusal in JSON shows its message', async () => {
  const body = { message: 'Este domínio não é aceito.' }
  const page = await openAuth('/register', { api: inTurn({ kind: 'status', status: 422, body }) })
  await fillIn(page)
  await send(page)
  expect(await screen.findByRole('alert')).toHaveTextContent('Este domínio não é aceito.')
})

test('a registration that succeeds after the page was left takes nobody away', async () => {
  const waiting: ((reply: Reply) => void)[] = []
  const promise = new Promise<Reply>((resolve) => void waiting.push(resolve))
  const page = await openAuth('/register', { api: () => promise })
  await fillIn(page)
  await send(page)
  await page.user.click(screen.getByRole('link', { name: 'Faça login' }))
  await page.user.click(await screen.findByRole('link', { name: 'Solicite acesso' }))
  await screen.findByLabelText('Email')
  waiting[0]?.({ kind: 'body', body: '' })
  await waitFor(() => expect(page.published).toHaveLength(1))
  expect(page.place()).toBe('/register')
})

// Rule: P-SESSION-13
test('in demonstration mode without a backend the registration succeeds without any call', async () => {
  const page = await openAuth('/register', { config: { demo: true, apiUrl: null } })
  await fillIn(page)
  await send(page)
  await waitFor(() => expect(page.place()).toBe('/login'))
  expect(page.calls).toEqual([])
})

// Rule: P-REGISTER-14
test('a password is judged as it is typed, with the words of its own address', async () => {
  const page = await openAuth('/register')
  await fillIn(page, { Email: 'mariana@empresa.com.br', Password: 'mariana1' })
  expect(await screen.findByText(/^Força da senha: (muito )?fraca\./)).toBeVisible()
  await page.user.type(screen.getByLabelText('Password'), ' torre cavalo grampo bateria')
  expect(await screen.findByText(/^Força da senha: forte\./)).toBeVisible()
  await page.user.clear(screen.getByLabelText('Password'))
  await waitFor(() => expect(screen.queryByText(/^Força da senha/)).not.toBeInTheDocument())
})

// Rule: P-LOGIN-14
test('the address of a registration stands in the login, which begins at the password and says that a mail is on its way', async () => {
  const page = await openAuth('/register', { api: inTurn({ kind: 'body', body: '' }) })
  await fillIn(page)
  await send(page)
  expect(await screen.findByLabelText('Usuário')).toHaveValue('ana@empresa.com.br')
  expect(screen.getByLabelText('Senha')).toHaveFocus()
  expect(screen.getByText(/Enviamos um link de confirmação para ana@empresa\.com\.br/)).toBeVisible()
  expect(page.place()).toBe('/login')
})

// Rule: P-REGISTER-14
test('a password that is the own address is refused in Portuguese', async () => {
  const page = await openAuth('/register')
  await fillIn(page, { Email: 'mariana@empresa.com.br', Password: 'mariana' })
  expect(await screen.findByText(/A senha não deve conter dados pessoais, como seu nome ou e-mail\./)).toBeVisible()
})
