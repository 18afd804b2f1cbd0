import { activePath } from './sidebar-item.tsx'

// Rule: P-HEADER-7
test.each([
  ['/app/main/analytics', '/app/main'],
  ['/app/main/analytics/', '/app/main'],
  ['/app/profile', '/app'],
  ['/app', '/'],
])('the active entry of %s is %s: the path minus its last segment', (path, active) => {
  expect(activePath(path)).toBe(active)
})
