import { createFakeContext } from '@atalaia/testing'
import { createAuthStore } from '../store.ts'
import { register } from './register.ts'

// Rule: P-REGISTER-10
test.each([
  { email: '', password: 'x' },
  { email: 'ana@empresa.com.br', password: '' },
])('with a backend the action with an empty input (%j) fails without a call', async (registration) => {
  const { context, calls } = createFakeContext()
  const store = createAuthStore(context)
  expect(await store.dispatch(register(registration))).toBe(false)
  expect(store.getState().register).toEqual({ isFetching: false, errorMessage: 'Something was wrong. Try again' })
  expect(calls).toEqual([])
})
