import type { ReleaseRemote, SessionState } from '@atalaia/contracts'
import { createTestKernel, testEntry, testRelease } from '@atalaia/kernel/testing'
import type { RouteObject } from '@atalaia/react/router'
import { isRoute } from '../start/start-kernel.ts'
import { openFirst } from './open-part.ts'

const KEY = 'mfe-analytics:home'
const reader: SessionState = { status: 'active', user: { email: 'ana@acme.example' }, expiresAt: 1, role: 'reader' }
const nobody: SessionState = { status: 'anonymous', reason: 'none' }

type Given = { readonly entry?: ReleaseRemote; readonly state?: SessionState; readonly path?: string }

const Component = () => null

const open = ({ entry = testEntry(), state = reader, path = '/app/home' }: Given = {}) => {
  const load = jest.fn(async () => ({ activate: () => [{ id: 'home', Component }] }))
  const { kernel } = createTestKernel<RouteObject>({ isRoute, release: testRelease([entry]), load })
  const first = openFirst({ kernel, session: { state: () => state } }, path)
  return { first, load }
}

// Rule: M-SPEED-34
test("the address's remote opens at once, and its router takes the opening a single time", async () => {
  const { first, load } = open()
  expect(first('mfe-auth:account')).toBeUndefined()
  expect((await first(KEY))?.part).toEqual({ Component })
  expect(first(KEY)).toBeUndefined()
  expect(load).toHaveBeenCalledTimes(1)
})

const route = { id: 'home', path: '/app/home', title: 'Home' } as const

// Rule: M-SPEED-34 M-OVERRIDE-8
test.each<[string, Given]>([
  ['another address', { path: '/app/other' }],
  ['a visitor without a session', { state: nobody }],
  ['a public page', { entry: testEntry({ routes: [{ ...route, access: 'public' }] }) }],
  ['a role without the right', { entry: testEntry({ routes: [{ ...route, access: 'session', roles: ['owner'] }] }) }],
  ['foreign code', { entry: testEntry({}, 'https://elsewhere.example') }],
])('%s leaves the opening to the router', (_name, given) => {
  const { first, load } = open(given)
  expect([first(KEY), load.mock.calls]).toEqual([undefined, []])
})
