import descriptor from '../remote.json'
import { activate } from './remote.tsx'
import { fakeApi, fakeContext } from './testing/fake-context.ts'

test('there is a route for each of the descriptor', async () => {
  const routes = await activate(fakeContext(fakeApi({}).http).context)
  expect(routes.map(({ id }) => id)).toEqual(descriptor.routes.map(({ id }) => id))
})

test('without an HTTP client it refuses to start and says why', () => {
  expect(() => activate(fakeContext(undefined).context)).toThrow(
    'mfe-analytics 1.0.0: activate: the context has no HTTP client',
  )
})

test('nothing is asked for before the route is opened', async () => {
  const api = fakeApi({})
  await activate(fakeContext(api.http).context)
  expect(api.calls).toEqual([])
})
