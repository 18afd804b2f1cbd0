import { draftsPrefixOf, type SessionState } from '@atalaia/contracts'
import { createBus } from '@atalaia/kernel'
import { followDrafts } from './follow-drafts.ts'

const ANA = 'ana@acme.com'
const KEY = `${draftsPrefixOf(ANA)}o1.caso`
const active = (email: string): SessionState => ({ status: 'active', token: 't', user: { email }, expiresAt: 1 })
const ended = (reason: 'logout' | 'expired' | 'unauthorized' | 'none'): SessionState => ({
  status: 'anonymous',
  reason,
})

const after = (state: SessionState) => {
  sessionStorage.setItem(KEY, 'meio escrito')
  sessionStorage.setItem('other', 'kept')
  const bus = createBus({ warn: jest.fn(), error: jest.fn(), info: jest.fn() })
  followDrafts(bus)
  bus.publish('session:changed', state)
  expect(sessionStorage.getItem('other')).toBe('kept')
  return sessionStorage.getItem(KEY)
}
afterEach(() => sessionStorage.clear())

// Rule: P-DRAFT-3
test.each([
  ['its person logs out', ended('logout')],
  ['somebody else signs in', active('rui@rival.com')],
])('the drafts of a tab go when %s', (_name, state) => {
  expect(after(state)).toBeNull()
})

// Rule: P-DRAFT-1
test.each([
  ['its person signs in again, however the address is written', active('Ana@ACME.com')],
  ['the session ends by itself', ended('expired')],
  ['the session is refused', ended('unauthorized')],
  ['a page begins without a session', ended('none')],
])('the drafts of a tab stay when %s', (_name, state) => {
  expect(after(state)).toBe('meio escrito')
})
