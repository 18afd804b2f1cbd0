/** @jest-environment node */
import type { SessionState } from '@atalaia/contracts'
import { createBus } from '@atalaia/kernel'
import { createLiveNumbers } from './live-numbers.ts'

const ANA: SessionState = { status: 'active', token: 't', user: { email: 'ana@acme.com' }, expiresAt: 1 }
const ENDED: SessionState = { status: 'anonymous', reason: 'logout' }
const settle = () => new Promise((resolve) => setTimeout(resolve))

type Connection = {
  readonly authorization: string | null
  readonly signal: AbortSignal
  send(text: string): void
  end(): void
}

const leave: (() => void)[] = []
afterEach(async () => {
  for (const end of leave.splice(0)) end()
  await settle()
})

// One browser: its pages share locks and channels.
const createBrowser = (status = 200) => {
  const waiting: (() => Promise<void>)[] = []
  let isHeld = false
  const next = async () => {
    const work = isHeld ? undefined : waiting.shift()
    if (work === undefined) return
    isHeld = true
    await work()
    isHeld = false
    await next()
  }
  const request = (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const mine = () => (signal.aborted ? Promise.resolve() : work()).then(resolve, reject)
      waiting.push(mine)
      signal.addEventListener('abort', () => reject(signal.reason))
      void next()
    })
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })

  const channels = new Set<EventTarget>()
  class Channel extends EventTarget {
    constructor() {
      super()
      channels.add(this)
    }
    postMessage(data: unknown) {
      for (const other of channels) if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }))
    }
  }
  Object.defineProperty(globalThis, 'BroadcastChannel', { value: Channel, configurable: true })

  const connections: Connection[] = []
  const connect: typeof fetch = async (_address, { headers, signal } = {}) => {
    const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>>()
    const writer = writable.getWriter()
    const send = (text: string) => void writer.write(new TextEncoder().encode(text)).catch(() => undefined)
    const ends = signal ?? new AbortController().signal
    ends.addEventListener('abort', () => void writer.abort(ends.reason).catch(() => undefined))
    connections.push({
      authorization: new Headers(headers).get('authorization'),
      signal: ends,
      send,
      end: () => void writer.close(),
    })
    return new Response(status === 204 ? null : readable, { status })
  }

  const openPage = () => {
    const bus = createBus({ warn: jest.fn(), error: jest.fn(), info: jest.fn() })
    let hidden = false
    let state: SessionState = ANA
    const heard: string[] = []
    bus.subscribe('numbers:changed', ({ revision }) => heard.push(revision))
    const session = { state: () => state, ready: () => Promise.resolve() }
    const { look } = createLiveNumbers({ bus, session, fetch: connect, isHidden: () => hidden })
    const become = (now: SessionState) => {
      state = now
      look()
    }
    look()
    leave.push(() => become(ENDED))
    return {
      heard,
      hide: (now: boolean) => {
        hidden = now
        look()
      },
      become,
    }
  }
  return { openPage, connections, open: () => connections.filter(({ signal }) => !signal.aborted) }
}

const event = (revision: string) => `event: numeros\ndata: ${revision}\n\n`

// Rule: P-DASH-106
test('two pages of a browser have one connection, and both hear of it', async () => {
  const browser = createBrowser()
  const [first, second] = [browser.openPage(), browser.openPage()]
  await settle()
  expect(browser.connections.map(({ authorization }) => authorization)).toEqual(['Bearer t'])
  browser.connections[0]?.send(`:\n\n${event('a')}event: numeros\nda`)
  browser.connections[0]?.send('ta: b\n\n')
  await settle()
  expect([first.heard, second.heard]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})

// Rule: P-DASH-106
test('a page that is hidden gives the connection to a visible one, and hears once what it missed', async () => {
  const browser = createBrowser()
  const [first, second] = [browser.openPage(), browser.openPage()]
  await settle()
  browser.connections[0]?.send(event('a'))
  await settle()
  first.hide(true)
  while (browser.connections.length < 2) await settle()
  expect(browser.connections[0]?.signal.aborted).toBe(true)
  browser.connections[1]?.send(event('b') + event('c'))
  await settle()
  expect([first.heard, second.heard]).toEqual([['a'], ['a', 'b', 'c']])
  first.hide(false)
  await settle()
  expect(first.heard).toContain('c')
  expect(first.heard).not.toContain('b')
  expect(browser.open()).toHaveLength(1)
})

// Rule: P-DASH-106
test('a page that opens later hears the present revision from the page with the connection', async () => {
  const browser = createBrowser()
  browser.openPage()
  await settle()
  browser.connections[0]?.send(event('a'))
  await settle()
  const later = browser.openPage()
  await settle()
  expect([later.heard, browser.connections.length]).toEqual([['a'], 1])
})

// Rule: P-DASH-106
test('the end of the session ends the connection', async () => {
  const browser = createBrowser()
  const page = browser.openPage()
  await settle()
  page.become(ENDED)
  expect(browser.open()).toEqual([])
})

// Rule: P-DASH-106
test.each([204, 403, 404])('an API without events (%i) is asked once', async (status) => {
  const random = jest.spyOn(Math, 'random').mockReturnValue(0)
  const browser = createBrowser(status)
  browser.openPage()
  for (let turn = 0; turn < 5; turn += 1) await settle()
  expect(browser.connections).toHaveLength(1)
  random.mockRestore()
})

// Rule: P-DASH-106
test('a connection that ends is made again', async () => {
  const random = jest.spyOn(Math, 'random').mockReturnValue(0)
  const browser = createBrowser()
  const { heard } = browser.openPage()
  await settle()
  browser.connections[0]?.end()
  for (let turn = 0; turn < 5; turn += 1) await settle()
  browser.connections[1]?.send(event('b'))
  await settle()
  expect([browser.connections.length, heard]).toEqual([2, ['b']])
  random.mockRestore()
})
