import type { SessionState } from '@atalaia/contracts'
import { createFakeLogger, createManualClock, tokenWith } from '../testing/fake-ports.ts'
import { createRemoteToken, type Exchange } from './remote-token.ts'
import type { Session } from './session.ts'

const MINUTE = 60_000
const ANA = { sub: 'ana@acme.example', sid: 'one', org: '1', exp: 4_000_000_000 }

const openPage = ({ scopes = ['dashboard'] as const, isOwnApi = true } = {}) => {
  const clock = createManualClock()
  const { logger, messages } = createFakeLogger()
  let state: SessionState = { status: 'anonymous', reason: 'none' }
  const asked: string[] = []
  const renewed: string[] = []
  let answer: Exchange | undefined
  let issued = 0
  const become = (claims?: Record<string, unknown>) => {
    const token = claims && tokenWith({ ...claims, jti: (issued += 1) })
    state = token ? { status: 'active', user: {}, expiresAt: 0, token } : { status: 'anonymous', reason: 'logout' }
    return token
  }
  const renew: Session['renew'] = async (refused) => {
    renewed.push(refused)
    become()
    return false
  }
  const session = { state: () => state, signal: () => new AbortController().signal, ready: async () => {}, renew }
  const own = createRemoteToken(
    {
      session,
      clock,
      logger,
      ...(isOwnApi && {
        exchange: async (token, { audience, scope }) => {
          asked.push(`${audience} ${scope}`)
          await Promise.resolve()
          return (
            answer ?? {
              status: 'granted',
              token: tokenWith({ sub: ANA.sub, of: token, n: asked.length }),
              seconds: 600,
            }
          )
        },
      }),
    },
    { name: 'mfe-analytics', scopes },
  )
  const value = async () => {
    const result = await own.get()
    return result.ok ? result.value : result.failure
  }
  return { own, value, become, clock, asked, renewed, messages, answerWith: (next?: Exchange) => void (answer = next) }
}

// Rule: M-TOKEN-1, M-TOKEN-6, M-TOKEN-26
test('a remote gets a token for its name and scopes once, however many calls ask; another one half a minute before it ends', async () => {
  const { own, value, become, clock, asked } = openPage()
  become(ANA)
  expect(own.current()).toBeUndefined()
  const [one, other] = await Promise.all([value(), value()])
  expect([one, await value(), own.current()]).toEqual([other, one, one])
  expect(asked).toEqual(['mfe-analytics dashboard'])
  clock.advance(9.5 * MINUTE - 1)
  expect(await value()).toBe(one)
  clock.advance(1)
  expect(own.current()).toBe(one)
  expect(await value()).not.toBe(one)
  expect(asked).toHaveLength(2)
})

// Rule: M-TOKEN-6, M-TOKEN-26, P-ERROR-27
test('it stays when the session is renewed, and is gone with the session, another organisation or another person', async () => {
  const { own, value, become, asked } = openPage()
  become(ANA)
  const first = await value()
  become(ANA)
  expect(own.current()).toBe(first)
  become()
  expect([own.current(), await value()]).toEqual([undefined, { kind: 'status', status: 401, body: '' }])
  for (const next of [ANA, { ...ANA, org: '2' }, { ...ANA, sid: 'two' }, { sub: 'bia@acme.example', exp: ANA.exp }]) {
    become(next)
    expect(own.current()).toBeUndefined()
    await value()
    expect(own.current()).toBeDefined()
  }
  expect(asked).toHaveLength(5)
})

// Rule: M-TOKEN-6, M-TOKEN-26, P-ERROR-27
test('without an answer a call fails as the exchange did, and the token before is used until it ends', async () => {
  const { value, become, clock, answerWith } = openPage()
  become(ANA)
  answerWith({ status: 'unanswered' })
  expect(await value()).toEqual({ kind: 'network' })
  answerWith({ status: 'unanswered', code: 503 })
  expect(await value()).toEqual({ kind: 'status', status: 503, body: '' })
  answerWith({ status: 'unanswered', code: 407, body: '<html>' })
  expect(await value()).toEqual({ kind: 'status', status: 407, body: '<html>' })
  answerWith()
  const token = await value()
  answerWith({ status: 'unanswered' })
  clock.advance(9.6 * MINUTE)
  expect(await value()).toBe(token)
  clock.advance(MINUTE)
  expect(await value()).toEqual({ kind: 'network' })
})

// Rule: M-TOKEN-6, M-TOKEN-26, P-ERROR-27
test('an API that gives these scopes to nobody fails the calls and leaves the session; one that refuses its token ends it', async () => {
  const { value, become, renewed, messages, answerWith } = openPage()
  const token = become(ANA)
  answerWith({ status: 'forbidden' })
  expect(await value()).toEqual({ kind: 'status', status: 403, body: '' })
  expect([renewed, messages]).toEqual([[], ['the API gives no token for dashboard']])
  answerWith({ status: 'refused' })
  expect(await value()).toEqual({ kind: 'status', status: 401, body: '' })
  expect(renewed).toEqual([token])
})

// Rule: M-TOKEN-7
test('where the API exchanges nothing the token is that of the session, whichever it is', async () => {
  const { own, value, become, asked, messages, answerWith } = openPage()
  answerWith({ status: 'absent' })
  for (const turn of [1, 2]) {
    const token = become(ANA)
    expect([await value(), await value(), own.current()]).toEqual([token, token, token])
    expect(asked).toHaveLength(turn)
  }
  expect(messages).toEqual(['the API exchanges no tokens: calls carry that of the session'])
  const foreign = openPage({ isOwnApi: false })
  const token = foreign.become(ANA)
  expect([foreign.own.current(), await foreign.value()]).toEqual([token, token])
})

// Rule: M-TOKEN-6, M-TOKEN-26, P-ERROR-27
test('a call that is refused is repeated with another token of the same person; the session is asked when its own token was refused', async () => {
  const { own, value, become, asked, renewed } = openPage()
  const token = become(ANA)
  const first = String(await value())
  expect(await own.renew(first)).toBe(true)
  expect([own.current() === first, asked.length]).toEqual([false, 2])
  expect(await own.renew(tokenWith({ sub: 'bia@acme.example', exp: ANA.exp }))).toBe(false)
  expect(renewed).toEqual([])
  expect(await own.renew(String(token))).toBe(false)
  expect(renewed).toEqual([token])
})
