import { THEME_NAMES } from '@atalaia/contracts'
import { expect, test } from '../testing/test.ts'

// The product brings its own font, so that pictures differ between machines in the edges of letters only: the number of
// pixels is for those, and smaller than any part. A colour may differ by no more than one hardly sees. Taken anew with:
// playwright test --config e2e/playwright.config.ts gallery --update-snapshots
test.use({ viewport: { width: 1000, height: 900 } })

const MAX_DIFFERENT_PIXELS = 500

for (const theme of THEME_NAMES) {
  test(`every part looks in the ${theme} theme as it did`, async ({ page }) => {
    await page.goto(`/dev/ui?theme=${theme}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await expect(page.getByRole('main')).toHaveScreenshot(`${theme}.png`, {
      maxDiffPixels: MAX_DIFFERENT_PIXELS,
      threshold: 0.08,
    })
  })
}

test('without a theme in the address every theme is there', async ({ page }) => {
  await page.goto('/dev/ui')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(THEME_NAMES.length)
})
