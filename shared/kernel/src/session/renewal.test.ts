import { createBus } from '../bus.ts'
import { createFakeLogger, createManualClock, createTabs, tokenWith } from '../testing/fake-ports.ts'
import { settle } from '../testing/set-up.ts'
import type { Renewal } from '../ports.ts'
import { createSession } from './session.ts'

const START = Date.UTC(2026, 0, 1)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ANA = 'ana@acme.example'

const openBrowser = ({ skew = 0 } = {}) => {
  const clock = createManualClock(START)
  const tabs = createTabs()
  const ended: string[] = []
  const asked: string[] = []
  let next: Renewal | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let issued = 0
  const issue = (sub = ANA) => {
    const iat = (clock.now() - skew) / 1000
    return tokenWith({ sub, sid: `of ${sub}`, iat, exp: iat + 600, renew_until: iat + 8 * 3600, jti: (issued += 1) })
  }
  const openTab = (renewal?: Renewal) => {
    const wakes = new Set<() => void>()
    const bus = createBus(createFakeLogger().logger)
    const session = createSession({
      bus,
      storage: tabs.openTab(),
      cookie: { mark: () => undefined, clear: () => undefined },
      clock,
      demo: false,
      server: {
        renew: async (token) => {
          asked.push(token)
          return next ?? { status: 'renewed', token: issue() }
        },
        end: (token) => void ended.push(token),
        exclusively: async (work) => {
          const before = turn
          const mine = before.then(work)
          turn = mine
          return mine
        },
        onWake: (listener) => {
          wakes.add(listener)
          return () => wakes.delete(listener)
        },
      },
    })
    session.start(renewal)
    const token = () => {
      const state = session.state()
      return state.status === 'active' ? state.token : undefined
    }
    const wake = () => {
      for (const listener of wakes) listener()
    }
    return {
      bus,
      session,
      token,
      wake,
      login: () => bus.publish('login:succeeded', { kind: 'token', accessToken: issue() }),
    }
  }
  const answer = (renewal: Renewal | undefined) => {
    next = renewal
  }
  return { clock, tabs, asked, ended, openTab, issue, answer }
}

// Rule: P-SESSION-23, P-SESSION-55
test('a token is renewed a minute before it ends, by one tab for all, and the session goes on', async () => {
  const browser = openBrowser()
  const [one, other] = [browser.openTab(), browser.openTab()]
  one.login()
  const first = one.token()
  browser.clock.advance(9 * MINUTE - 1)
  await settle()
  expect(browser.asked).toEqual([])
  browser.clock.advance(1)
  await settle()
  expect(browser.asked).toEqual([first])
  expect(one.token()).not.toBe(first)
  expect([other.token(), browser.tabs.values.get('access_token')]).toEqual([one.token(), one.token()])
  expect(one.session.state()).toMatchObject({ expiresAt: START + 9 * MINUTE + 8 * HOUR })
})

// Rule: P-SESSION-23, P-SESSION-55
test('after sleep, a call waits for the token that follows, and so does somebody who comes back', async () => {
  const browser = openBrowser()
  const tab = browser.openTab()
  tab.login()
  const first = tab.token()
  const asleep = { ...browser.clock, now: () => START + 2 * HOUR }
  Object.assign(browser.clock, { now: asleep.now })
  await tab.session.ready()
  expect(tab.token()).not.toBe(first)
  Object.assign(browser.clock, { now: () => START + 4 * HOUR })
  tab.wake()
  await settle()
  expect(browser.asked).toHaveLength(2)
  Object.assign(browser.clock, { now: () => START + 13 * HOUR })
  tab.wake()
  await settle()
  expect(tab.session.state().status).toBe('active')
  browser.answer({ status: 'refused', token: tab.token() ?? '' })
  Object.assign(browser.clock, { now: () => START + 26 * HOUR })
  tab.wake()
  await settle()
  expect(tab.session.state()).toEqual({ status: 'anonymous', reason: 'expired' })
})

// Rule: P-SESSION-9, P-SESSION-23, P-SESSION-55
test('without an answer the renewal is tried again; refused, the session has expired', async () => {
  const browser = openBrowser()
  const tab = browser.openTab()
  tab.login()
  browser.answer({ status: 'unanswered' })
  browser.clock.advance(9 * MINUTE)
  await settle()
  for (const seconds of [2, 4]) {
    browser.clock.advance(seconds * 1000)
    await settle()
  }
  expect(browser.asked).toHaveLength(3)
  expect(tab.session.state().status).toBe('active')
  browser.answer({ status: 'refused', token: tab.token() ?? '' })
  browser.clock.advance(8000)
  await settle()
  expect(tab.session.state()).toEqual({ status: 'anonymous', reason: 'expired' })
  expect(browser.tabs.values.size).toBe(0)
})

// Rule: P-SESSION-10, P-SESSION-25
test('a refused token is renewed once, and its call repeated; refused again, the session is no longer valid', async () => {
  const browser = openBrowser()
  const tab = browser.openTab()
  tab.login()
  const first = tab.token() ?? ''
  expect(await Promise.all([tab.session.renew(first), tab.session.renew(first)])).toEqual([true, true])
  expect(await tab.session.renew(first)).toBe(true)
  expect(browser.asked).toHaveLength(1)
  // Another person's call is not repeated for this one.
  expect(await tab.session.renew(browser.issue('rui@rival.example'))).toBe(false)

  const refused = tab.token() ?? ''
  browser.answer({ status: 'refused', token: refused })
  expect(await tab.session.renew(refused)).toBe(false)
  expect(tab.session.state()).toEqual({ status: 'anonymous', reason: 'unauthorized' })
})

// Rule: P-MEMBER-5
test('a token whose facts have changed is renewed before its time; one that no server renews stays', async () => {
  const browser = openBrowser()
  const tab = browser.openTab()
  tab.login()
  const first = tab.token()
  tab.session.refresh()
  await settle()
  expect(browser.asked).toEqual([first])
  expect(tab.token()).not.toBe(first)

  const plain = tokenWith({ sub: ANA, exp: (START + HOUR) / 1000 })
  tab.bus.publish('login:succeeded', { kind: 'token', accessToken: plain })
  tab.session.refresh()
  await settle()
  expect([browser.asked, tab.token()]).toEqual([[first], plain])
})

// Rule: P-SESSION-23, P-SESSION-55
test.each([-1, 1])('a clock that is %i day wrong ends no session and renews no more often', async (days) => {
  const browser = openBrowser({ skew: days * 24 * HOUR })
  const [tab, other] = [browser.openTab(), browser.openTab()]
  tab.login()
  await settle()
  expect([tab.session.state().status, other.session.state().status, browser.asked]).toEqual(['active', 'active', []])
  browser.clock.advance(9 * MINUTE)
  await settle()
  expect([tab.session.state().status, browser.asked.length]).toEqual(['active', 1])
})

// Rule: P-SESSION-55
test.each([8, 24 * 30])('a page that begins %i hours ahead goes on, with or without an answer', async (hours) => {
  const browser = openBrowser()
  const token = browser.issue()
  browser.clock.advance(hours * HOUR)
  const begin = (renewal: Renewal) => {
    browser.tabs.values.set('access_token', token)
    return browser.openTab(renewal)
  }
  expect(begin({ status: 'unanswered' }).token()).toBe(token)
  expect(begin({ status: 'refused', token }).session.state()).toEqual({ status: 'anonymous', reason: 'expired' })
})

// Rule: P-SESSION-8
test('a log-out ends the session on the server, once; an end by itself, or of a token that names none, does not', () => {
  const browser = openBrowser()
  const [tab, other] = [browser.openTab(), browser.openTab()]
  tab.login()
  const token = tab.token()
  tab.bus.publish('logout:requested', { reason: 'logout' })
  expect([other.session.state().status, browser.ended]).toEqual(['anonymous', [token]])
  tab.bus.publish('login:succeeded', {
    kind: 'token',
    accessToken: tokenWith({ sub: ANA, exp: START / 1000 + 60 }),
  })
  tab.bus.publish('logout:requested', { reason: 'logout' })
  expect(browser.ended).toHaveLength(1)
})

// Rule: P-SESSION-24
test('a page begins with the token that it renewed, goes on without an answer, and forgets one that was refused', () => {
  const browser = openBrowser()
  const token = browser.issue()
  const begin = (renewal?: Renewal) => {
    browser.tabs.values.set('access_token', token)
    return browser.openTab(renewal)
  }
  browser.clock.advance(HOUR)
  const next = browser.issue()
  expect(begin({ status: 'renewed', token: next }).token()).toBe(next)
  expect(begin({ status: 'unanswered' }).token()).toBe(token)
  expect(begin({ status: 'refused', token }).session.state()).toEqual({ status: 'anonymous', reason: 'expired' })
  expect(browser.tabs.values.size).toBe(0)
  expect(begin({ status: 'refused', token: 'of before' }).token()).toBe(token)
})
