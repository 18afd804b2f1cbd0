import type { SessionState } from '@atalaia/contracts'
import { loginPath } from '../platform/login-path.ts'
import { destination, guard } from './session-guard.ts'

const nobody: SessionState = { status: 'anonymous', reason: 'none' }
const ana: SessionState = { status: 'active', user: {}, expiresAt: 1, token: 't' }
const at = (path: string) => `http://localhost:3000${path}`

const redirectOf = (run: () => void): string | null | undefined => {
  try {
    run()
    return undefined
  } catch (thrown) {
    return thrown instanceof Response ? thrown.headers.get('location') : 'not a redirect'
  }
}

// Rule: P-ROUTE-7
test('a session page without a session leads to login, and remembers where one wanted to go', () => {
  expect(redirectOf(() => guard('session', nobody, at('/app/tables/dynamic?page=2#row')))).toBe(
    '/login?next=%2Fapp%2Ftables%2Fdynamic%3Fpage%3D2%23row',
  )
})

test('a session page with a session is let through', () => {
  expect(redirectOf(() => guard('session', ana, at('/app/profile')))).toBeUndefined()
})

// Rule: P-ROUTE-10
test.each(['/', '/login', '/register'])('%s with a session leads to the analytics page', (path) => {
  expect(redirectOf(() => guard('public', ana, at(path)))).toBe('/app/main/analytics')
})

// Rule: P-ROUTE-1
test.each(['/', '/login', '/register'])('%s without a session is let through', (path) => {
  expect(redirectOf(() => guard('public', nobody, at(path)))).toBeUndefined()
})

test('a public page without a session is let through', () => {
  expect(redirectOf(() => guard('public', nobody, at('/login')))).toBeUndefined()
})

// Rule: P-ROUTE-8
test('after a login one goes where one wanted', () => {
  expect(destination(loginPath('/app/profile?tab=1').split('?')[1] ?? '')).toBe('/app/profile?tab=1')
})

// Rule: P-ROUTE-9
test.each([
  ['another origin', '//evil.example/app'],
  ['an absolute address', 'https://evil.example/app'],
  ['a path outside /app', '/register'],
  ['a path that only looks like it', '/application'],
  ['a way out by dots', '/app/../login'],
  ['a way to another origin by dots', '/app/..//evil.example'],
])('%s as the wanted page counts as none', (_, next) => {
  expect(destination(`?next=${encodeURIComponent(next)}`)).toBe('/app/main/analytics')
})
