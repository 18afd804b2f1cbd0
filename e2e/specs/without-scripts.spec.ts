import type { Page } from '@playwright/test'
import { expect, test } from '../testing/test.ts'

const largestPainted = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    return new Promise<string>((resolve) => {
      new PerformanceObserver((list) => {
        const element = list
          .getEntries()
          .map((entry) => ('element' in entry ? entry.element : null))
          .at(-1)
        if (element instanceof Element) resolve(`${element.tagName} ${element.textContent}`)
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    })
  })

const headline = 'Saiba quais contas da sua empresa vazaram.'

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport })

    // Rule: M-SPEED-1
    test('the largest element of / is painted while every script is kept away', async ({
      page,
      context,
      consoleGuard,
    }) => {
      consoleGuard.allow(/ERR_FAILED/, 'the scripts are kept away on purpose')
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(headline)
      const withScripts = await largestPainted(page)

      // A page of its own: the first one may still be loading scripts.
      const bare = await context.newPage()
      let kept = 0
      await bare.route('**/*', (route) => {
        if (route.request().resourceType() !== 'script') return route.fallback()
        kept += 1
        return route.abort()
      })
      await bare.goto('/')
      expect(await largestPainted(bare)).toBe(withScripts)
      expect(kept).toBeGreaterThan(0)
      await expect(bare.getByRole('heading', { level: 1 })).toBeInViewport()
    })
  })
}

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  // Rule: P-LANDING-10
  test('/ reads from top to bottom and its links work', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: headline })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Conformidade com a LGPD' })).toBeVisible()
    await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Sobre o Atalaia' }).click()
    await expect(page).toHaveURL('/#sobre')
    await expect(page.getByRole('heading', { name: 'Sobre o Atalaia' })).toBeInViewport()
    await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.locator('noscript')).toBeVisible()
  })
})
