import { analyticsPage, analyticsPath } from '../pages/analytics-page.ts'
import { shell } from '../pages/shell.ts'
import { widthFaults } from '../testing/narrow.ts'
import { expect, test } from '../testing/test.ts'
import { settled } from '../testing/themes.ts'

const screens = [
  '/',
  '/login',
  '/register',
  '/error',
  '/nao/existe',
  analyticsPath,
  '/app/profile',
  '/app/tables/dynamic',
]

const windows = [
  { name: '320 pixels', use: { viewport: { width: 320, height: 640 } } },
  { name: '200 % zoom', use: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 } },
]

for (const { name, use } of windows) {
  test.describe(`at ${name}`, () => {
    test.use(use)

    for (const path of screens) {
      // Rule: P-ACCESS-3
      test(`${path} fits its width, and no text is cut off`, async ({ page, signIn, consoleGuard }) => {
        consoleGuard.allow(/status of 404/, 'the 404 page has that status')
        if (path.startsWith('/app')) await signIn()
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await settled(page)
        expect(await widthFaults(page)).toEqual([])
      })
    }

    test('the sidebar is reached by the burger, and an address can be added', async ({ page, signIn }) => {
      await signIn()
      await page.goto('/app/profile')
      await shell(page).burger.click()
      await shell(page).link('Analises').click()
      const { heading, field, submit } = analyticsPage(page)
      await expect(heading).toBeVisible()
      await field.fill('ana@empresa.example')
      await submit.scrollIntoViewIfNeeded()
      await expect(submit).toBeInViewport({ ratio: 1 })
    })
  })
}
