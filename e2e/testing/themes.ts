import { LATE_FONT_ATTRIBUTE, STORAGE_KEYS, THEME_NAMES } from '@atalaia/contracts'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

export const settled = (page: Page) => expect(page.locator('[aria-busy="true"]')).toHaveCount(0)

/** The product's font is there, and the page's text stands in it. */
export const fontShown = (page: Page) =>
  page.waitForFunction(
    (late) => !document.documentElement.hasAttribute(late) && document.fonts.check('1em "Inter Variable"'),
    LATE_FONT_ATTRIBUTE,
  )

/** Shows the page anew in each theme, as the stored one. */
export const inEachTheme = async (page: Page, look: (theme: string) => Promise<void>): Promise<void> => {
  for (const theme of THEME_NAMES) {
    await page.evaluate(([key, name]) => localStorage.setItem(key, name), [STORAGE_KEYS.theme, theme] as const)
    await page.reload()
    await expect(page.locator('body')).toHaveClass(new RegExp(`\\b${theme}\\b`))
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await settled(page)
    await look(theme)
  }
}
