import { DEFAULT_THEME, STORAGE_KEYS, THEME_NAMES } from '@atalaia/contracts'
import { shell } from '../pages/shell.ts'
import { expect, test, WITH_MOTION } from '../testing/test.ts'

test.use(WITH_MOTION)

for (const [stored, shown] of [
  ['light', 'light'],
  ['middle', 'middle'],
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

// Rule: P-THEME-3
test('a theme chosen in the user menu is applied, stored, and there after a reload', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/app/profile')
  await shell(page).userMenu.click()
  const options = page.getByRole('menuitemradio')
  await expect(options).toHaveCount(THEME_NAMES.length)
  await options.nth(3).click()
  const chosen = await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEYS.theme)
  expect(THEME_NAMES).toContain(chosen)
  expect(chosen).not.toBe(DEFAULT_THEME)
  await expect(page.locator('body')).toHaveClass(new RegExp(`\\b${chosen}\\b`))
  await page.reload()
  await expect(page.locator('body')).toHaveClass(new RegExp(`\\b${chosen}\\b`))
  await expect(page.locator('body')).not.toHaveClass(/\bdark\b/)
})
