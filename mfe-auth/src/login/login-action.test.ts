import { createFakeContext, inTurn } from '@atalaia/testing'
import { createAuthStore } from '../store.ts'
import { login } from './login.ts'

// Rule: P-LOGIN-5
test.each([
  { username: '', password: 'x' },
  { username: 'ana', password: '' },
])('the action itself with an empty input (%j) fails without a call', async (credentials) => {
  const { context, calls } = createFakeContext()
  const store = createAuthStore(context)
  await store.dispatch(login(credentials))
  expect(store.getState().login).toEqual({ isFetching: false, errorMessage: 'Something was wrong. Try again' })
  expect(calls).toEqual([])
})

// Rule: P-LOGIN-10
test('while the request runs the state is fetching, and an earlier message is gone', async () => {
  const { context } = createFakeContext({ api: inTurn({ kind: 'network' }) })
  const store = createAuthStore(context)
  await store.dispatch(login({ username: 'ana', password: 'x' }))
  void store.dispatch(login({ username: 'ana', password: 'x' }))
  expect(store.getState().login).toEqual({ isFetching: true, errorMessage: '' })
})
