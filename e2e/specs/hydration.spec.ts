import type { Route } from '@playwright/test'
import { expect, test } from '../testing/test.ts'

// Rule: M-RELEASE-10
test('hydration takes over what stands on / as it is, and says nothing @everyday', async ({ page, consoleGuard }) => {
  // The scripts come once the page was looked at: what they find is marked.
  const held: Route[] = []
  let looked = false
  await page.route(/(?<!boot.*)\.js$/, (route) => (looked ? route.continue() : void held.push(route)))
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeVisible()
  const before = await page.evaluate(() => {
    const elements = [...document.querySelectorAll('#root *')]
    for (const element of elements) Object.assign(element, { stoodThere: true })
    return elements.length
  })
  expect(before).toBeGreaterThan(100)
  looked = true
  await Promise.all(held.map((route) => route.continue()))

  // The bar follows only once it is alive.
  await page.mouse.wheel(0, 600)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeInViewport()
  const kept = await page.evaluate(
    () => [...document.querySelectorAll('#root *')].filter((element) => 'stoodThere' in element).length,
  )
  expect(kept).toBe(before)
  expect(consoleGuard.messages).toEqual([])
})
