import { PRODUCT_ROUTES, PUSH_WORKER } from '@atalaia/contracts'
import { readFileSync } from 'node:fs'
import { createContext, Script } from 'node:vm'
import { createWorkspace, type Workspace } from '../../../testing/workspace.ts'

const ORIGIN = 'https://atalaia.example'
const PAGE = `${PRODUCT_ROUTES.analytics}/enderecos/1`
const script = new Script(readFileSync(new URL('push-worker.js', `file://${__dirname}/`), 'utf8'))

type Handler = (event: object) => void
type Tab = { readonly url: string; readonly frameType: string; readonly focus: () => void }

const tab = (url: string, frameType = 'top-level') => ({ url, frameType, focus: jest.fn() })

const startWorker = (tabs: readonly Tab[] = []) => {
  const handlers = new Map<string, Handler>()
  const showNotification = jest.fn<Promise<void>, [string, object]>(async () => undefined)
  const openWindow = jest.fn<Promise<void>, [string]>(async () => undefined)
  const self = {
    location: { origin: ORIGIN },
    registration: { showNotification },
    clients: { matchAll: async () => tabs, openWindow },
    addEventListener: (name: string, handler: Handler) => void handlers.set(name, handler),
  }
  script.runInContext(createContext({ self, URL }))
  const send = async (name: string, event: object) => {
    let work: unknown
    handlers.get(name)?.({ ...event, waitUntil: (promise: unknown) => (work = promise) })
    // The browser keeps the worker until then.
    expect(work).toHaveProperty('then')
    await work
  }
  const push = async (text: string | undefined) => {
    const data = text === undefined ? null : { json: () => JSON.parse(text) }
    await send('push', { data })
    const [title, options] = showNotification.mock.calls.at(-1) ?? []
    return { title, ...options }
  }
  const click = async (path: unknown) => {
    const close = jest.fn()
    await send('notificationclick', { notification: { close, data: path === undefined ? null : { path } } })
    expect(close).toHaveBeenCalled()
    return openWindow.mock.calls.map(([url]) => url)
  }
  return { send, push, click, showNotification }
}

// Rule: M-PUSH-7, M-PUSH-34, M-PUSH-35
test('a push is one notification, with its own words and no others', async () => {
  const { push, showNotification } = startWorker()
  const payload = {
    title: 'Vazamento novo',
    lines: ['Acme', 'c***@acme.com, gravidade alta: forum'],
    path: PAGE,
    tag: '1',
  }
  expect(await push(JSON.stringify(payload))).toEqual({
    title: 'Vazamento novo',
    body: 'Acme\nc***@acme.com, gravidade alta: forum',
    lang: 'pt-BR',
    tag: '1',
    data: { path: PAGE },
  })
  expect(showNotification).toHaveBeenCalledTimes(1)
})

// Rule: M-PUSH-7, M-PUSH-34, M-PUSH-35
test.each([
  ['no payload', undefined],
  ['a payload that is no JSON', 'x'],
  ['null', 'null'],
  ['a number', '1'],
  ['a payload without a title', '{"lines":[],"path":"/app/x","tag":"1"}'],
  ['an empty title', '{"title":" ","lines":[],"path":"/app/x","tag":"1"}'],
  ['lines that are none', '{"title":"x","lines":{"0":"y"},"path":"/app/x","tag":"1"}'],
  ['a line that is no text', '{"title":"x","lines":[{}],"path":"/app/x","tag":"1"}'],
  ['a tag that is no text', '{"title":"x","lines":[],"path":"/app/x","tag":{}}'],
])('a push with %s shows a neutral notice in Portuguese, and its click opens the dashboard', async (_name, text) => {
  const { push, click } = startWorker()
  expect(await push(text)).toMatchObject({
    title: 'Aviso novo',
    tag: 'neutral',
    data: { path: PRODUCT_ROUTES.analytics },
  })
  expect(await click(PRODUCT_ROUTES.analytics)).toEqual([ORIGIN + PRODUCT_ROUTES.analytics])
})

// Rule: M-PUSH-7, M-PUSH-34, M-PUSH-35
// Threat: T-PUSH-1
test.each([
  'https://evil.example/app/x',
  '//evil.example/app/x',
  '/\\evil.example/app/x',
  '//',
  'javascript:alert(1)',
  `blob:${ORIGIN}/app/x`,
  'app/x',
  '/app/../api/emails',
  '/app/%2e%2e/-/overrides/reset',
  '/-/push/worker.js',
  '/?token=abc',
  '',
  7,
  undefined,
])('a push whose link is %s opens the dashboard of this origin', async (path) => {
  expect(await startWorker().click(path)).toEqual([ORIGIN + PRODUCT_ROUTES.analytics])
})

// Rule: M-PUSH-7, M-PUSH-34, M-PUSH-35
// Threat: T-PUSH-1
test('a link loses its query and fragment, which could carry a token or an override', async () => {
  expect(await startWorker().click(`${PAGE}?token=abc&remote=mfe-x@https://evil.example#x`)).toEqual([ORIGIN + PAGE])
})

// Rule: M-PUSH-7, M-PUSH-34, M-PUSH-35
test('a click focuses the tab that shows the page, and leaves others and frames of portals alone', async () => {
  const [other, frame, own] = [
    tab(`${ORIGIN}/app/main/analytics`),
    tab(ORIGIN + PAGE, 'nested'),
    tab(`${ORIGIN}${PAGE}?x=1`),
  ]
  expect(await startWorker([other, frame, own]).click(PAGE)).toEqual([])
  expect([other, frame, own].map(({ focus }) => focus.mock.calls.length)).toEqual([0, 0, 1])
  expect(await startWorker([other, frame]).click(PAGE)).toEqual([ORIGIN + PAGE])
})

// Rule: M-PUSH-7, M-PUSH-34, M-PUSH-35
test('a browser that has changed the address of its pushes tells its person to turn them on again', async () => {
  const { send, showNotification } = startWorker()
  await send('pushsubscriptionchange', {})
  expect(showNotification.mock.calls[0]).toMatchObject([
    'Avisos desligados neste navegador',
    { data: { path: `${PRODUCT_ROUTES.analytics}/alertas` } },
  ])
})

describe('the gateway', () => {
  let workspace: Workspace
  let app: Awaited<ReturnType<Workspace['gateway']>>
  beforeAll(async () => {
    workspace = await createWorkspace()
    app = await workspace.gateway({ apiUpstream: 'http://127.0.0.1:9' })
  })
  afterAll(async () => {
    await app.close()
    await workspace.remove()
  })

  // Rule: M-PUSH-7, M-PUSH-34, M-PUSH-35
  // Threat: T-PUSH-2
  test('serves the worker under a policy of its own, for a scope without pages, and anew only when it has changed', async () => {
    const answer = await app.inject({ url: PUSH_WORKER.script, headers: { 'service-worker': 'script' } })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['service-worker-allowed']).toBeUndefined()
    const known = { 'if-none-match': String(answer.headers.etag) }
    expect((await app.inject({ url: PUSH_WORKER.script, headers: known })).statusCode).toBe(304)
    expect((await app.inject(`${PUSH_WORKER.scope}x`)).statusCode).toBe(404)
  })

  // Rule: M-PUSH-8
  // Threat: T-PUSH-2
  test.each([
    ['POST', PUSH_WORKER.script, 404],
    ['OPTIONS', PUSH_WORKER.script, 404],
    ['GET', PUSH_WORKER.scope, 404],
    ['GET', `${PUSH_WORKER.script}/`, 404],
    ['GET', '/-/push/..%2f..%2fapp.ts', 404],
    ['HEAD', PUSH_WORKER.script, 200],
  ] as const)('answers %s %s with %d, and without the script', async (method, url, status) => {
    const answer = await app.inject({ method, url })
    expect([answer.statusCode, answer.body.includes('addEventListener')]).toEqual([status, false])
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  // Rule: M-PUSH-8
  // Threat: T-PUSH-2
  test.each([
    '/',
    '/shell/x.js',
    '/remotes/mfe-landing/1.0.0/remoteEntry.js',
    '/embed/mfe-landing/stable/embed.js',
    '/api/emails',
    '/-/push/worker.js?x=1',
    '/-/push/worker%2ejs',
    '/%2d/push/worker.js',
  ])('gives nothing of %s to a browser that asks for a service worker', async (url) => {
    const answer = await app.inject({ url, headers: { 'service-worker': 'script' } })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([403, 'no-store'])
    expect((await app.inject({ url })).statusCode).not.toBe(403)
  })
})
