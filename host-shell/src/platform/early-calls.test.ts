import { EARLY_CALLS_ATTRIBUTES, STORAGE_KEYS } from '@atalaia/contracts'
import { tokenWith } from '@atalaia/kernel/testing'
import { startEarlyCalls, takeEarlyCalls } from './early-calls.ts'

const SECOND_AGO = Math.floor(Date.now() / 1000) - 1

const script = (addresses = '/api/dashboard/resumo /api/emails') => {
  const element = document.createElement('script')
  element.setAttribute(EARLY_CALLS_ATTRIBUTES.addresses, addresses)
  element.setAttribute(EARLY_CALLS_ATTRIBUTES.remote, 'mfe-analytics')
  return element
}

const stored = (exp: number) => {
  // A name with accents makes a payload that is not Latin-1.
  const token = tokenWith({ sub: 'ana@acme.example', name: 'Ána Ção', exp })
  localStorage.setItem(STORAGE_KEYS.token, token)
  return token
}

let asked: jest.SpyInstance
beforeEach(() => {
  asked = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('[]', { status: 200 }))
})
afterEach(() => {
  takeEarlyCalls()
  localStorage.clear()
  jest.restoreAllMocks()
})

// Rule: M-SPEED-4
test('the calls that the page names are sent with the stored token, once, and handed over once', async () => {
  const token = stored(SECOND_AGO + 3600)
  startEarlyCalls(script())
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` }
  expect(asked.mock.calls).toEqual([
    ['/api/dashboard/resumo', { headers }],
    ['/api/emails', { headers }],
  ])
  const calls = takeEarlyCalls()
  expect(calls).toMatchObject([
    { remote: 'mfe-analytics', address: '/api/dashboard/resumo', token },
    { remote: 'mfe-analytics', address: '/api/emails', token },
  ])
  expect(await calls[0]?.answer).toEqual({ status: 200, body: '[]' })
  expect(takeEarlyCalls()).toEqual([])
  expect(globalThis.atalaiaEarlyCalls).toBeUndefined()
})

// Rule: M-SPEED-4
test.each<[string, () => void]>([
  ['without a token', () => startEarlyCalls(script())],
  [
    'with a token that has expired',
    () => {
      stored(SECOND_AGO)
      startEarlyCalls(script())
    },
  ],
  [
    'with a token that names nobody',
    () => {
      localStorage.setItem(STORAGE_KEYS.token, tokenWith({ exp: SECOND_AGO + 3600 }))
      startEarlyCalls(script())
    },
  ],
  [
    'with a token that cannot be read',
    () => {
      localStorage.setItem(STORAGE_KEYS.token, 'rubbish')
      startEarlyCalls(script())
    },
  ],
  [
    'where the page names none',
    () => {
      stored(SECOND_AGO + 3600)
      startEarlyCalls(document.createElement('script'))
      startEarlyCalls(null)
    },
  ],
])('%s nothing is sent', (_, start) => {
  start()
  expect(asked).not.toHaveBeenCalled()
  expect(takeEarlyCalls()).toEqual([])
})
