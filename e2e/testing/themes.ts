import { DEFAULT_THEME, LATE_FONT_ATTRIBUTE, THEME_NAMES, type ThemeName } from '@atalaia/contracts'
import type { Page } from '@playwright/test'
import { shell } from '../pages/shell.ts'
import { expect } from './test.ts'

export const settled = (page: Page) => expect(page.locator('[aria-busy="true"]')).toHaveCount(0)

/** The page has its first heading, and waits for nothing. */
export const standing = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await settled(page)
}

/** The product's font is there, and the page's text stands in it. */
export const fontShown = (page: Page) =>
  page.waitForFunction(
    (late) => !document.documentElement.hasAttribute(late) && document.fonts.check('1em "Inter Variable"'),
    LATE_FONT_ATTRIBUTE,
  )

/** Puts a theme's class on the page, as the shell does when one is chosen. */
export const wear = (page: Page, theme: string) =>
  page.evaluate(
    ([themes, name]) => {
      document.body.classList.remove(...themes)
      document.body.classList.add(name)
    },
    [[...THEME_NAMES], theme] as const,
  )

/**
 * Looks at the page as it stands in the default theme and then in each other one, and leaves it in the default theme. Not for
 * specs with WITH_MOTION: a transition would go through the page from parent to child.
 */
export const inEachTheme = async (page: Page, look: (theme: string) => Promise<void>): Promise<void> => {
  await expect(page.locator('body')).toHaveClass(new RegExp(`\\b${DEFAULT_THEME}\\b`))
  await look(DEFAULT_THEME)
  for (const theme of THEME_NAMES.filter((name) => name !== DEFAULT_THEME)) {
    await wear(page, theme)
    await look(theme)
  }
  await wear(page, DEFAULT_THEME)
}

/** Chooses a theme in the user menu of a signed-in page, and closes the menu. */
export const chooseTheme = async (page: Page, theme: ThemeName): Promise<void> => {
  await shell(page).userMenu.click()
  await page.getByRole('menuitemradio').nth(THEME_NAMES.indexOf(theme)).click()
  await expect(page.locator('body')).toHaveClass(new RegExp(`\\b${theme}\\b`))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
}
