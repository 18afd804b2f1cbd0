import descriptor from '../remote.json'
import { pages } from './routes.ts'

// Rule: P-KIT-1
test('each route of the descriptor has its page, and no page is without a route', () => {
  expect(Object.keys(pages).toSorted()).toEqual(descriptor.routes.map(({ id }) => id).toSorted())
})

// Rule: M-BUS-7
test('the kit does not ask for the token', () => {
  expect(descriptor).not.toHaveProperty('token', true)
})
