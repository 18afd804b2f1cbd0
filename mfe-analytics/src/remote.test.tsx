import { createFakeContext } from '@atalaia/testing'
import descriptor from '../remote.json'
import { activate } from './remote.tsx'

const fake = () => createFakeContext({ name: descriptor.name })

// Rule: M-REMOTE-3
test('there is a route for each of the descriptor', async () => {
  const routes = await activate(fake().context)
  expect(routes.map(({ id }) => id)).toEqual(descriptor.routes.map(({ id }) => id))
})

// Rule: P-HEADER-6
test('the sidebar has the one entry Dashboard, with Analises below it', () => {
  expect(descriptor.sidebar.map(({ label, path, children }) => ({ label, path, children }))).toEqual([
    { label: 'Dashboard', path: '/app/main', children: [{ label: 'Analises', path: '/app/main/analytics' }] },
  ])
})

test('without an HTTP client it refuses to start and says why', () => {
  const { http: _, ...context } = fake().context
  expect(() => activate(context)).toThrow('mfe-analytics 1.0.0: activate: the context has no HTTP client')
})

test('nothing is asked for before the route is opened', async () => {
  const { context, calls } = fake()
  await activate(context)
  expect(calls).toEqual([])
})
