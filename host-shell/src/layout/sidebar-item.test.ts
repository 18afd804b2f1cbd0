import { activePath, currentOf } from './sidebar-item.tsx'

// Rule: P-HEADER-7
test.each([
  ['/app/main/analytics', '/app/main'],
  ['/app/main/analytics/', '/app/main'],
  ['/app/profile', '/app'],
  ['/app', '/'],
])('the active entry of %s is %s: the path minus its last segment', (path, active) => {
  expect(activePath(path)).toBe(active)
})

// Rule: P-HEADER-12
test.each([
  ['/app/main/analytics', 'page'],
  ['/app/main/analytics/', 'page'],
  ['/app/main/analytics/casos', 'true'],
  ['/app/main/analytics/enderecos/7', 'true'],
  ['/app/main', undefined],
  ['/app/main/analytics-2', undefined],
] as const)('on %s the entry of the dashboard is marked as %s', (pathname, current) => {
  expect(currentOf('/app/main/analytics', pathname)).toBe(current)
})
