import type { LoginOutcome, SessionState } from '@atalaia/contracts'
import { createBus, createRemoteBus } from './bus.ts'
import { createFakeLogger } from './testing/fake-ports.ts'

const active: SessionState = {
  status: 'active',
  token: 'secret',
  user: { email: 'ana@acme.example' },
  expiresAt: 1,
  organisation: { id: '7', name: 'Acme' },
  role: 'reader',
  firstSteps: true,
}

const setUp = () => {
  const { logger, messages } = createFakeLogger()
  return { bus: createBus(logger), messages, ended: new AbortController() }
}

// Rule: M-BUS-1
test('a late subscriber of the session gets the current state at once', () => {
  const { bus } = setUp()
  bus.publish('session:changed', active)
  const heard: SessionState[] = []
  bus.subscribe('session:changed', (state) => heard.push(state))
  expect(heard).toEqual([active])
})

// Rule: M-BUS-1
test('a late subscriber of the theme gets the current one at once', () => {
  const { bus } = setUp()
  bus.publish('theme:changed', { theme: 'rain' })
  const heard = jest.fn()
  bus.subscribe('theme:changed', heard)
  expect(heard).toHaveBeenCalledWith({ theme: 'rain' })
})

test('an event that is not replayed reaches nobody who comes later', () => {
  const { bus } = setUp()
  bus.publish('logout:requested', { reason: 'logout' })
  const heard = jest.fn()
  bus.subscribe('logout:requested', heard)
  expect(heard).not.toHaveBeenCalled()
})

// Rule: M-BUS-6
test('unsubscribing twice is harmless, and the listener hears nothing more', () => {
  const { bus } = setUp()
  const heard = jest.fn()
  const unsubscribe = bus.subscribe('toast:requested', heard)
  unsubscribe()
  unsubscribe()
  bus.publish('toast:requested', { kind: 'info', text: 'olá' })
  expect(heard).not.toHaveBeenCalled()
})

// Rule: M-BUS-5
test('a listener that throws is logged and stops nobody else', () => {
  const { bus, messages } = setUp()
  const heard = jest.fn()
  bus.subscribe('toast:requested', () => {
    throw new Error('broken')
  })
  bus.subscribe('toast:requested', heard)
  bus.publish('toast:requested', { kind: 'info', text: 'olá' })
  expect(heard).toHaveBeenCalledTimes(1)
  expect(messages).toEqual(['bus: a listener of toast:requested threw'])
})

test('a listener subscribed during a replayed event hears it once', () => {
  const { bus } = setUp()
  const heard = jest.fn()
  bus.subscribe('session:changed', () => void bus.subscribe('session:changed', heard))
  bus.publish('session:changed', active)
  expect(heard).toHaveBeenCalledTimes(1)
})

describe("a remote's view", () => {
  // Rule: M-BUS-3, M-MEMBER-8
  test('a remote learns who is signed in, never the token', () => {
    const { bus, ended } = setUp()
    const view = createRemoteBus(bus, { name: 'mfe-landing', signal: ended.signal })
    const heard: SessionState[] = []
    bus.publish('session:changed', active)
    view.subscribe('session:changed', (state) => heard.push(state))
    const { token: _, ...withoutToken } = active
    expect(heard).toEqual([withoutToken])
    expect(JSON.stringify(view.peek('session:changed'))).not.toContain('secret')
  })

  // Rule: M-BUS-3
  test('a remote learns of a login, never the token', () => {
    const { bus, ended } = setUp()
    const view = createRemoteBus(bus, { name: 'mfe-landing', signal: ended.signal })
    const heard: LoginOutcome[] = []
    view.subscribe('login:succeeded', (outcome) => heard.push(outcome))
    bus.publish('login:succeeded', { kind: 'token', accessToken: 'secret' })
    expect(heard).toEqual([{ kind: 'token', accessToken: '' }])
  })

  test('peek gives the same object until the session changes', () => {
    const { bus, ended } = setUp()
    const view = createRemoteBus(bus, { name: 'mfe-landing', signal: ended.signal })
    bus.publish('session:changed', active)
    expect(view.peek('session:changed')).toBe(view.peek('session:changed'))
  })

  // Rule: M-BUS-2
  test('a remote may not publish what the shell alone says', () => {
    const { bus, ended } = setUp()
    const view = createRemoteBus(bus, { name: 'mfe-auth', signal: ended.signal })
    expect(() => view.publish('session:changed', active)).toThrow('mfe-auth may not publish session:changed')
    expect(() => view.publish('theme:changed', { theme: 'sea' })).toThrow('mfe-auth may not publish theme:changed')
  })

  test('its subscriptions end when the remote is taken down', () => {
    const { bus, ended } = setUp()
    const view = createRemoteBus(bus, { name: 'mfe-auth', signal: ended.signal })
    const heard = jest.fn()
    view.subscribe('toast:requested', heard)
    ended.abort()
    bus.publish('toast:requested', { kind: 'info', text: 'olá' })
    expect(heard).not.toHaveBeenCalled()
  })
})
