import { STORAGE_KEYS } from '@atalaia/contracts'

// Rule: P-THEME-2
test.each([
  ['light', 'light'],
  ['no-such-theme', 'dark'],
  [undefined, 'dark'],
])('the stored theme %s stands as %s once the boot script has run', async (stored, shown) => {
  document.body.className = 'dark'
  if (stored === undefined) localStorage.removeItem(STORAGE_KEYS.theme)
  else localStorage.setItem(STORAGE_KEYS.theme, stored)
  await jest.isolateModulesAsync(async () => void (await import('./boot.ts')))
  expect(document.body).toHaveClass(shown, { exact: true })
})

// Rule: P-THEME-6
test.each([
  ['light', true],
  ['dark', false],
])('where the system is followed, its theme %s stands once the boot script has run', async (shown, matches) => {
  document.body.className = 'dark'
  localStorage.setItem(STORAGE_KEYS.theme, 'system')
  Object.assign(globalThis, { matchMedia: () => ({ matches }) })
  await jest.isolateModulesAsync(async () => void (await import('./boot.ts')))
  Reflect.deleteProperty(globalThis, 'matchMedia')
  expect(document.body).toHaveClass(shown, { exact: true })
})
