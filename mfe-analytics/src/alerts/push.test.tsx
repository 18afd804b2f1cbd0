import { accountMark, PUSH_WORKER, PUSH_OWNER_KEY } from '@atalaia/contracts'
import type { OwnPush } from '@atalaia/contracts/push'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { webcrypto } from 'node:crypto'
import { openScreen, type Answers } from '../testing/open-screen.tsx'
import { SUBSCRIBE_TIMEOUT_MS } from './browser-push.ts'

const PLACE = '/app/main/analytics/alertas'
const EMAIL = 'ana@empresa.com.br'
const KEY = 'BKey'
const ENDPOINT = 'https://push.example/abc'
const MARK = '96Jj-Hhun5VAxIp1ckXjEpBwiXlUjDafIHy8_54ju4Y'
const BODY = { endereco: ENDPOINT, p256dh: 'p', auth: 'a' }

const own = (...browsers: Partial<OwnPush['navegadores'][number]>[]): OwnPush => ({
  chave: KEY,
  frequencia: 'imediata',
  gravidade_minima: 'baixa',
  navegadores: browsers.map((browser, at) => ({
    id: `b${at}`,
    aparelho: 'Firefox no Windows',
    desde: '2026-11-21T15:00:00Z',
    ultimo_envio: null,
    marca: 'other',
    ...browser,
  })),
})
const body = (value: unknown) => ({ kind: 'body', body: value }) as const
const open = (answers: Answers, role?: 'reader') =>
  openScreen(
    { '/alertas': body({ frequencia: 'nunca', gravidade_minima: 'baixa', para: EMAIL }), ...answers },
    { at: PLACE, role: role ?? 'reader' },
  )
const card = () => within(screen.getByRole('region', { name: 'Notificações neste navegador' }))
const turnOn = () => screen.findByRole('button', { name: 'Ligar neste navegador' })

const put = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, configurable: true, writable: true })
const added = ['PushManager', 'Notification'] as const

type Known = { readonly key: string; readonly endpoint?: string }
const giveBrowser = ({
  permission = 'default',
  answer = 'granted',
  known,
}: { permission?: string; answer?: string; known?: Known } = {}) => {
  const subscriptionOf = ({ key, endpoint = ENDPOINT }: Known) => ({
    endpoint,
    options: { applicationServerKey: new Uint8Array(Buffer.from(key, 'base64url')).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: BODY.p256dh, auth: BODY.auth } }),
    unsubscribe: jest.fn(async () => true),
  })
  const subscription = known && subscriptionOf(known)
  const pushManager = {
    getSubscription: jest.fn(async () => subscription ?? null),
    subscribe: jest.fn(async (options: { applicationServerKey: string; userVisibleOnly: boolean }) =>
      subscriptionOf({ key: options.applicationServerKey }),
    ),
  }
  const registration = { pushManager, active: {}, installing: null, waiting: null }
  const workers = {
    getRegistration: jest.fn(async (_scope: string) => (known ? registration : undefined)),
    register: jest.fn(async (_script: string, _options: object) => registration),
  }
  const notification = {
    permission,
    requestPermission: jest.fn(async () => {
      notification.permission = answer
      return answer
    }),
  }
  put(navigator, 'serviceWorker', workers)
  put(globalThis, 'PushManager', {})
  put(globalThis, 'Notification', notification)
  return { pushManager, workers, notification, subscription }
}

beforeAll(() => void put(globalThis.crypto, 'subtle', webcrypto.subtle))
afterEach(() => {
  jest.useRealTimers()
  localStorage.clear()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  for (const name of added) Reflect.deleteProperty(globalThis, name)
})

// Rule: P-ALERT-4, P-ALERT-28
test('a browser without pushes says so, and the person’s other browsers are listed and removed there', async () => {
  const { calls } = await open({
    '/alertas/push': body(own({ ultimo_envio: '2026-11-22T15:00:00Z' })),
    'POST /alertas/push/navegadores/b0/remover': body(own()),
  })
  expect(await card().findByText(/^Este navegador não recebe avisos/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ligar neste navegador' })).toBeNull()
  expect(screen.getByText('Desde 21/11/2026, 12:00. Último aviso: 22/11/2026, 12:00.')).toBeVisible()
  expect(screen.queryByText('Este navegador')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remover: Firefox no Windows, desde 21/11/2026, 12:00' }))
  expect(screen.queryByText('Firefox no Windows')).toBeNull()
  expect(calls.at(-1)?.path).toBe('/alertas/push/navegadores/b0/remover')
})

// Rule: P-ALERT-4, P-ALERT-28
test('a browser whose person has blocked notifications says how to undo it', async () => {
  giveBrowser({ permission: 'denied' })
  await open({ '/alertas/push': body(own()) })
  expect(await card().findByRole('alert')).toHaveTextContent('abra as permissões do site')
})

// Rule: P-ALERT-4, P-ALERT-28
// Rule: M-PUSH-9
test('a browser is turned on with the installation’s key, noted as the person’s, tested and turned off', async () => {
  const { workers, pushManager } = giveBrowser()
  const here = own({ marca: MARK, aparelho: 'Chrome no Linux' })
  const { calls, answer } = await open({
    '/alertas/push': body(own()),
    'POST /alertas/push/navegadores': body(here),
    'POST /alertas/push/navegadores/b0/teste': body(here),
    'POST /alertas/push/navegadores/b0/remover': body(own()),
  })
  await userEvent.click(await turnOn())
  expect(await card().findByText('Os avisos estão ligados neste navegador.')).toBeVisible()
  expect(workers.register.mock.calls).toEqual([[PUSH_WORKER.script, { scope: PUSH_WORKER.scope }]])
  expect(pushManager.subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey: KEY }]])
  expect(calls.at(-1)).toMatchObject({ path: '/alertas/push/navegadores', body: BODY })
  expect(localStorage.getItem(PUSH_OWNER_KEY)).toBe(accountMark(EMAIL))
  expect(screen.getByText('Este navegador')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^Testar: Chrome no Linux/ }))
  expect(await screen.findByText('O aviso de teste está a caminho de Chrome no Linux.')).toBeVisible()
  answer({ 'POST /alertas/push': body({ ...here, frequencia: 'semanal' }) })
  await userEvent.selectOptions(card().getByRole('combobox', { name: 'Quando' }), 'Toda segunda às 8 h')
  await userEvent.click(card().getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText('Seus avisos foram salvos.')).toBeVisible()
  expect(calls.at(-1)?.body).toEqual({ frequencia: 'semanal', gravidade_minima: 'baixa' })
  await userEvent.click(screen.getByRole('button', { name: /^Desligar: Chrome no Linux/ }))
  expect(await turnOn()).toBeVisible()
})

// Rule: P-ALERT-4, P-ALERT-28
test('while the browser asks its person, the button is busy; what the person answers decides', async () => {
  const { notification } = giveBrowser({ answer: 'default' })
  const waiting: ((answer: string) => void)[] = []
  notification.requestPermission.mockImplementationOnce(() => new Promise((resolve) => void waiting.push(resolve)))
  const { calls } = await open({ '/alertas/push': body(own()) })
  await userEvent.click(await turnOn())
  expect(screen.getByText('Ligando… Responda à pergunta do navegador.')).toBeVisible()
  await act(async () => waiting[0]?.('default'))
  expect(await screen.findByText(/^O navegador ainda espera a sua permissão/)).toBeVisible()
  notification.requestPermission.mockResolvedValueOnce('denied')
  await userEvent.click(await turnOn())
  expect(await screen.findByText(/^As notificações desta página estão bloqueadas/)).toBeVisible()
  expect(calls.filter(({ method }) => method === 'postJson')).toEqual([])
})

// Rule: P-ALERT-4, P-ALERT-28
test('a push service that refuses, or never answers, leaves the browser off with a reason', async () => {
  const { pushManager } = giveBrowser()
  pushManager.subscribe.mockRejectedValueOnce(new Error('Registration failed'))
  await open({ '/alertas/push': body(own()) })
  await userEvent.click(await turnOn())
  expect(await screen.findByText(/^O navegador não conseguiu um endereço/)).toBeVisible()
  pushManager.subscribe.mockReturnValueOnce(new Promise(() => undefined))
  jest.useFakeTimers()
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
  await user.click(await turnOn())
  expect(screen.queryByText(/^O navegador não conseguiu um endereço/)).toBeNull()
  await act(() => jest.advanceTimersByTimeAsync(SUBSCRIBE_TIMEOUT_MS))
  expect(screen.getByText(/^O navegador não conseguiu um endereço/)).toBeVisible()
})

// Rule: P-ALERT-4, P-ALERT-28
test('what the API refuses is said in its words, and the browser stays off', async () => {
  giveBrowser()
  await open({
    '/alertas/push': body(own()),
    'POST /alertas/push/navegadores': {
      kind: 'status',
      status: 422,
      body: { detail: 'São no máximo 10 navegadores.' },
    },
  })
  await userEvent.click(await turnOn())
  expect(await screen.findByText('São no máximo 10 navegadores.')).toBeVisible()
  expect(await turnOn()).toBeEnabled()
})

// Rule: P-ALERT-4, P-ALERT-28
test('a browser that is on is known by its mark, and one of somebody else’s is not', async () => {
  giveBrowser({ permission: 'granted', known: { key: KEY } })
  await open({ '/alertas/push': body(own({ marca: MARK }, {})) })
  expect(await card().findByText('Os avisos estão ligados neste navegador.')).toBeVisible()
  expect(screen.getAllByText('Este navegador')).toHaveLength(1)
})

// Rule: P-ALERT-4, P-ALERT-28
test('a browser whose address the API has of nobody, or of somebody else, is off', async () => {
  giveBrowser({ permission: 'granted', known: { key: KEY } })
  await open({ '/alertas/push': body(own({})) })
  expect(await turnOn()).toBeVisible()
})

// Rule: P-ALERT-4, P-ALERT-28
test.each([
  ['the installation’s key keeps its address', KEY, 0],
  ['another key gives it up', 'BOld', 1],
])('an address that the browser got for %s', async (_name, key, times) => {
  const { subscription } = giveBrowser({ permission: 'granted', known: { key } })
  await open({ '/alertas/push': body(own()), 'POST /alertas/push/navegadores': body(own({ marca: MARK })) })
  await userEvent.click(await turnOn())
  expect(await card().findByText('Os avisos estão ligados neste navegador.')).toBeVisible()
  expect(subscription?.unsubscribe).toHaveBeenCalledTimes(times)
})

// Rule: P-ALERT-4, P-ALERT-28
test.each([
  [
    'an API without pushes',
    { kind: 'status', status: 404, body: undefined } as const,
    'Esta instalação não envia avisos a navegadores.',
  ],
  ['an API without keys', body({ ...own(), chave: '' }), 'Esta instalação não envia avisos a navegadores.'],
  ['a session that may not', { kind: 'status', status: 403, body: undefined } as const, 'Sem permissão'],
  ['no answer', { kind: 'timeout' } as const, 'O servidor não respondeu a tempo.'],
])('%s is said in the place of the button', async (_name, reply, text) => {
  giveBrowser()
  await open({ '/alertas/push': reply })
  expect(await card().findByText(text)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ligar neste navegador' })).toBeNull()
})
