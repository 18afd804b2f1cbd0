import { STORAGE_KEYS } from '@atalaia/contracts'
import { expect, test, WITH_MOTION } from '../testing/test.ts'

test.use(WITH_MOTION)

for (const [stored, shown] of [
  ['light', 'light'],
  ['no-such-theme', 'dark'],
] as const) {
  // Rule: P-THEME-2
  test(`the stored theme ${stored} stands as ${shown} before the first paint`, async ({ page, consoleGuard }) => {
    consoleGuard.allow(/ERR_FAILED/, 'the scripts are kept away on purpose')
    // Without the shell's own scripts only what blocks the first paint can have set it.
    await page.route(/\/main\.|bootstrap/, (route) => route.abort())
    await page.addInitScript(([key, name]) => localStorage.setItem(key, name), [STORAGE_KEYS.theme, stored] as const)
    await page.goto('/login', { waitUntil: 'commit' })
    await expect(page.locator('body')).toHaveClass(new RegExp(`\\b${shown}\\b`))
  })
}

// Rule: P-THEME-2
test('without a stored theme the page is dark', async ({ page }) => {
  await page.goto('/login')
  await expect(page.locator('body')).toHaveClass(/\bdark\b/)
})
