import { accountMark, PUSH_WORKER, PUSH_OWNER_KEY, type SessionState } from '@atalaia/contracts'
import { createBus } from '@atalaia/kernel'
import { browserStorage } from './browser.ts'
import { followPushes } from './follow-pushes.ts'

const ANA = 'ana@acme.com'
const active = (email: string): SessionState => ({ status: 'active', token: 't', user: { email }, expiresAt: 1 })
const ended = (reason: 'logout' | 'expired' | 'unauthorized' | 'none'): SessionState => ({
  status: 'anonymous',
  reason,
})

const settle = () => new Promise((resolve) => setTimeout(resolve))
const follow = (owner: string | undefined = ANA) => {
  if (owner !== undefined) localStorage.setItem(PUSH_OWNER_KEY, accountMark(owner))
  const unregister = jest.fn<Promise<boolean>, []>(async () => true)
  const getRegistration = jest.fn(async (_scope: string) => ({ unregister }))
  Object.defineProperty(navigator, 'serviceWorker', { value: { getRegistration }, configurable: true })
  const bus = createBus({ warn: jest.fn(), error: jest.fn(), info: jest.fn() })
  followPushes(bus, browserStorage)
  return { bus, unregister, getRegistration }
}
afterEach(() => {
  localStorage.clear()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

// Rule: M-PUSH-9
// Threat: T-PUSH-3
test.each([
  ['its person logs out', ended('logout')],
  ['somebody else signs in', active('rui@rival.com')],
])('the pushes of a browser end when %s', async (_name, state) => {
  const { bus, unregister, getRegistration } = follow()
  bus.publish('session:changed', active(ANA))
  bus.publish('session:changed', state)
  await settle()
  expect(getRegistration.mock.calls).toEqual([[PUSH_WORKER.scope]])
  expect(unregister).toHaveBeenCalledTimes(1)
  expect(localStorage.getItem(PUSH_OWNER_KEY)).toBeNull()
})

// Rule: M-PUSH-9
test.each([
  ['its person signs in, however the address is written', active('Ana@ACME.com')],
  ['the session ends by itself', ended('expired')],
  ['the session is refused', ended('unauthorized')],
  ['a page begins without a session', ended('none')],
])('the pushes of a browser stay when %s', async (_name, state) => {
  const { bus, unregister } = follow()
  bus.publish('session:changed', state)
  await settle()
  expect(unregister).not.toHaveBeenCalled()
  expect(localStorage.getItem(PUSH_OWNER_KEY)).not.toBeNull()
})

// Rule: M-PUSH-9
test('a worker that could not be removed is removed with the next change', async () => {
  const { bus, unregister } = follow()
  unregister.mockRejectedValueOnce(new Error('busy'))
  bus.publish('session:changed', ended('logout'))
  await settle()
  expect(localStorage.getItem(PUSH_OWNER_KEY)).not.toBeNull()
  bus.publish('session:changed', active('rui@rival.com'))
  await settle()
  expect(unregister).toHaveBeenCalledTimes(2)
  expect(localStorage.getItem(PUSH_OWNER_KEY)).toBeNull()
})

// Rule: M-PUSH-9
test('a browser in which nobody has turned pushes on is left alone', async () => {
  const { bus, getRegistration } = follow('')
  localStorage.clear()
  bus.publish('session:changed', ended('logout'))
  await settle()
  expect(getRegistration).not.toHaveBeenCalled()
})
