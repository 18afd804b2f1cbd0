import { createShellStore } from './store.ts'

// Rule: P-THEME-5
test('without a theme from start-up the layout has sea', () => {
  expect(createShellStore().getState().layout.theme).toBe('sea')
  expect(createShellStore('rain').getState().layout.theme).toBe('rain')
})
