import { act, waitFor } from '@testing-library/react'
import { openShell, token } from '../testing/open-shell.tsx'

beforeEach(() => localStorage.clear())

// Rule: P-SESSION-31
test('the call for the notices of an organisation is given up with the session', async () => {
  localStorage.setItem('access_token', token('ana@acme.example', { org: 'o', org_name: 'Acme' }))
  const underWay = new Map<unknown, AbortSignal | null | undefined>()
  const { session } = openShell({
    at: '/app/profile',
    fetch: (address, init) => {
      underWay.set(address, init?.signal)
      return new Promise(() => {})
    },
  })
  const aborted = () => underWay.get('/api/organizacao/avisos')?.aborted
  await waitFor(() => expect(aborted()).toBe(false))
  act(() => session.end('logout'))
  expect(aborted()).toBe(true)
})
