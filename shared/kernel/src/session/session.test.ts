import { createBus } from '../bus.ts'
import { createManualClock, createFakeLogger, createTabs, tokenWith } from '../testing/fake-ports.ts'
import { createSession } from './session.ts'

const start = Date.UTC(2026, 0, 1)
const hour = 3_600_000
const tokenFor = (sub: string, hours = 1) => tokenWith({ sub, exp: (start + hours * hour) / 1000 })

const openPage = (tabs = createTabs(), { demo = false, offered }: { demo?: boolean; offered?: string } = {}) => {
  const clock = createManualClock(start)
  const bus = createBus(createFakeLogger().logger)
  const cookie = { mark: jest.fn(), clear: jest.fn() }
  const session = createSession({ bus, storage: tabs.openTab(), cookie, clock, demo })
  session.start()
  const offer = offered === undefined ? undefined : session.offer(offered)
  return { clock, bus, cookie, session, tabs, offer }
}

// Rule: P-SESSION-1, P-SESSION-3, P-SESSION-15, P-LOGIN-6
test('a login with a valid token becomes the session, is stored, and marks the cookie without the token', () => {
  const { bus, session, tabs, cookie } = openPage()
  const token = tokenFor('ana@acme.example')
  bus.publish('login:succeeded', { kind: 'token', accessToken: token })
  expect(session.state()).toEqual({
    status: 'active',
    token,
    user: { email: 'ana@acme.example', name: undefined, avatar: undefined },
    expiresAt: start + hour,
  })
  expect(tabs.values.get('access_token')).toBe(token)
  expect(JSON.parse(tabs.values.get('user') ?? '')).toEqual({ email: 'ana@acme.example' })
  expect(cookie.mark).toHaveBeenCalledWith(3600)
})

const unusable: readonly [what: string, token: string][] = [
  ['is no token', 'rubbish'],
  ['has expired', tokenFor('ana@acme.example', -1)],
  ['has no expiry', tokenWith({ sub: 'ana@acme.example' })],
  ['has no subject', tokenWith({ exp: start / 1000 + 60 })],
]

// Rule: P-SESSION-4
test.each(unusable)('a login whose token %s is rejected and leaves nothing behind', (_, accessToken) => {
  const { bus, session, tabs } = openPage()
  bus.publish('login:succeeded', { kind: 'token', accessToken })
  expect(session.state()).toEqual({ status: 'anonymous', reason: 'rejected' })
  expect(tabs.values.size).toBe(0)
})

test('a stored valid token is taken up at the start', () => {
  const tabs = createTabs()
  tabs.values.set('access_token', tokenFor('ana@acme.example'))
  expect(openPage(tabs).session.state().status).toBe('active')
})

// Rule: P-SESSION-2
// Threat: T-PAGE-4
test('a token stored under its older name is taken up and moved, and no tab loses the session', () => {
  const tabs = createTabs()
  const token = tokenFor('ana@acme.example')
  tabs.values.set('token', token)
  const before = openPage({ ...tabs, openTab: () => ({ ...tabs.openTab(), write: () => {}, remove: () => {} }) })
  const { bus, session } = openPage(tabs)
  expect(session.state().status).toBe('active')
  expect([tabs.values.get('access_token'), tabs.values.get('token')]).toEqual([token, undefined])
  expect(before.session.state().status).toBe('active')
  bus.publish('logout:requested', { reason: 'logout' })
  expect(tabs.values.size).toBe(0)
  expect(before.session.state().status).toBe('anonymous')
})

// Rule: P-SESSION-2
// Threat: T-PAGE-4
test("another account's token under the older name goes with the next login", () => {
  const tabs = createTabs()
  const { bus, session } = openPage(tabs)
  const other = openPage(tabs)
  tabs.values.set('token', tokenFor('bia@acme.example'))
  bus.publish('login:succeeded', { kind: 'token', accessToken: tokenFor('ana@acme.example') })
  expect(tabs.values.has('token')).toBe(false)
  bus.publish('logout:requested', { reason: 'logout' })
  for (const each of [session, other.session]) expect(each.state().status).toBe('anonymous')
})

// Rule: P-SESSION-2
test('where storage takes nothing more, the token stays under its older name', () => {
  const tabs = createTabs()
  tabs.values.set('token', tokenFor('ana@acme.example'))
  const { session } = openPage({ ...tabs, openTab: () => ({ ...tabs.openTab(), write: () => {} }) })
  expect(session.state().status).toBe('active')
  expect([...tabs.values.keys()]).toEqual(['token'])
})

// Rule: P-SESSION-4
test.each(unusable)('a stored token that %s is no session and is removed', (_, accessToken) => {
  const tabs = createTabs()
  tabs.values.set('access_token', accessToken)
  expect(openPage(tabs).session.state().status).toBe('anonymous')
  expect(tabs.values.size).toBe(0)
})

// Rule: P-SESSION-5
test('an offered token becomes the session where there is none', () => {
  const { session, offer } = openPage(createTabs(), { offered: tokenFor('bia@acme.example') })
  expect(session.state()).toMatchObject({ user: { email: 'bia@acme.example' } })
  expect(offer).toBeUndefined()
})

// Rule: P-SESSION-5
test('an offered token takes the place of a stored one that has expired', () => {
  const tabs = createTabs()
  tabs.values.set('access_token', tokenFor('ana@acme.example', -1))
  const { session } = openPage(tabs, { offered: tokenFor('bia@acme.example') })
  expect(session.state()).toMatchObject({ user: { email: 'bia@acme.example' } })
})

// Rule: P-SESSION-16
// Threat: T-CONSENT-4
test('an offered token of another session changes nothing until it is accepted', () => {
  const tabs = createTabs()
  const running = tokenFor('ana@acme.example')
  tabs.values.set('access_token', running)
  const { session, offer } = openPage(tabs, { offered: tokenFor('bia@acme.example') })
  expect(offer).toMatchObject({ status: 'another', user: { email: 'bia@acme.example' } })
  expect(session.state()).toMatchObject({ user: { email: 'ana@acme.example' } })
  expect(tabs.values.get('access_token')).toBe(running)
  expect(offer?.status === 'another' && offer.accept()).toBe(true)
  expect(session.state()).toMatchObject({ user: { email: 'bia@acme.example' } })
  expect(tabs.values.get('access_token')).not.toBe(running)
})

// Rule: P-SESSION-16
test('an offered token that expires before it is accepted leaves the session in force', () => {
  const tabs = createTabs()
  tabs.values.set('access_token', tokenFor('ana@acme.example', 2))
  const { clock, session, offer } = openPage(tabs, { offered: tokenFor('bia@acme.example', 1) })
  clock.advance(hour)
  expect(offer?.status === 'another' && offer.accept()).toBe(false)
  expect(session.state()).toMatchObject({ user: { email: 'ana@acme.example' } })
})

test('the token of the running session is no offer', () => {
  const tabs = createTabs()
  tabs.values.set('access_token', tokenFor('ana@acme.example'))
  expect(openPage(tabs, { offered: tokenFor('ana@acme.example') }).offer).toBeUndefined()
})

// Rule: P-SESSION-7
test.each([...unusable, ['is empty', '']])('an offered token that %s signs nobody in', (_, offered) => {
  const { session, tabs } = openPage(createTabs(), { offered })
  expect(session.state().status).toBe('anonymous')
  expect(tabs.values.size).toBe(0)
})

// Rule: P-SESSION-7
test('a bad offered token leaves a stored valid one in force', () => {
  const tabs = createTabs()
  tabs.values.set('access_token', tokenFor('ana@acme.example'))
  const { session, offer } = openPage(tabs, { offered: 'rubbish' })
  expect(session.state()).toMatchObject({ user: { email: 'ana@acme.example' } })
  expect(offer).toEqual({ status: 'unusable' })
})

// Rule: P-SESSION-9
test('the session ends when it expires, not on the next click', () => {
  const { bus, clock, session, tabs, cookie } = openPage()
  bus.publish('login:succeeded', { kind: 'token', accessToken: tokenFor('ana@acme.example') })
  clock.advance(hour - 1)
  expect(session.state().status).toBe('active')
  clock.advance(1)
  expect(session.state()).toEqual({ status: 'anonymous', reason: 'expired' })
  expect(tabs.values.size).toBe(0)
  expect(cookie.clear).toHaveBeenCalled()
})

test('a new login puts off the expiry of the one before', () => {
  const { bus, clock, session } = openPage()
  bus.publish('login:succeeded', { kind: 'token', accessToken: tokenFor('ana@acme.example', 1) })
  bus.publish('login:succeeded', { kind: 'token', accessToken: tokenFor('ana@acme.example', 3) })
  clock.advance(2 * hour)
  expect(session.state().status).toBe('active')
})

// Rule: P-SESSION-11
test('a log-out in one tab logs out the others', () => {
  const tabs = createTabs()
  const first = openPage(tabs)
  first.bus.publish('login:succeeded', { kind: 'token', accessToken: tokenFor('ana@acme.example') })
  const second = openPage(tabs)
  expect(second.session.state().status).toBe('active')
  first.bus.publish('logout:requested', { reason: 'logout' })
  expect(second.session.state()).toEqual({ status: 'anonymous', reason: 'logout' })
})

// Rule: P-SESSION-11
test('a login in one tab reaches the others', () => {
  const tabs = createTabs()
  const first = openPage(tabs)
  const second = openPage(tabs)
  first.bus.publish('login:succeeded', { kind: 'token', accessToken: tokenFor('ana@acme.example') })
  expect(second.session.state().status).toBe('active')
})

// Rule: P-SESSION-10
test('refusing the token in use ends the session once; refusing an older one ends nothing', () => {
  const { bus, session } = openPage()
  const old = tokenFor('ana@acme.example', 1)
  bus.publish('login:succeeded', { kind: 'token', accessToken: old })
  const current = tokenFor('ana@acme.example', 2)
  bus.publish('login:succeeded', { kind: 'token', accessToken: current })
  const ends = jest.fn()
  bus.subscribe('session:changed', ({ status }) => status === 'anonymous' && ends())
  session.refuse(old)
  expect(session.state().status).toBe('active')
  session.refuse(current)
  session.refuse(current)
  expect(ends).toHaveBeenCalledTimes(1)
})

// Rule: P-SESSION-13, P-SESSION-14
test('a demonstration login is a session where there is no backend, and is rejected elsewhere', () => {
  const demo = openPage(createTabs(), { demo: true })
  demo.bus.publish('login:succeeded', { kind: 'demo', email: 'visita@acme.example' })
  expect(demo.session.state()).toMatchObject({ status: 'active', user: { email: 'visita@acme.example' } })
  const real = openPage()
  real.bus.publish('login:succeeded', { kind: 'demo', email: 'visita@acme.example' })
  expect(real.session.state()).toEqual({ status: 'anonymous', reason: 'rejected' })
})

// Rule: P-SESSION-31
test.each(['logout', 'expired'] as const)(
  'the signal of a session aborts with its end by %s, and the next has its own',
  (reason) => {
    const { bus, session } = openPage()
    const logIn = () => bus.publish('login:succeeded', { kind: 'token', accessToken: tokenFor('ana@acme.example') })
    logIn()
    const signal = session.signal()
    logIn()
    expect(signal.aborted).toBe(false)
    session.end(reason)
    expect(signal.aborted).toBe(true)
    logIn()
    expect(session.signal().aborted).toBe(false)
  },
)

// Rule: P-SESSION-31
test('another tab hears of a log-out before the server does', () => {
  const tabs = createTabs()
  const clock = createManualClock(start)
  const bus = createBus(createFakeLogger().logger)
  const asked: string[] = []
  const server = {
    renew: async () => ({ status: 'unanswered' }) as const,
    end: () => void asked.push(tabs.values.has('access_token') ? 'stored' : 'gone'),
    exclusively: (work: () => Promise<boolean>) => work(),
    onWake: () => () => undefined,
  }
  const cookie = { mark: jest.fn(), clear: jest.fn() }
  const session = createSession({ bus, storage: tabs.openTab(), cookie, clock, demo: false, server })
  session.start()
  const accessToken = tokenWith({ sub: 'ana@acme.example', sid: 's', iat: start / 1000, exp: (start + hour) / 1000 })
  bus.publish('login:succeeded', { kind: 'token', accessToken })
  bus.publish('logout:requested', { reason: 'logout' })
  expect(asked).toEqual(['gone'])
})
