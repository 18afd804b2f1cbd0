import { DEFAULT_THEME, LATE_FONT_ATTRIBUTE, THEME_NAMES, type ThemeName } from '@atalaia/contracts'
import type { Page } from '@playwright/test'
import { shell } from '../pages/shell.ts'
import { expect } from './test.ts'

export const settled = (page: Page) => expect(page.locator('[aria-busy="true"]')).toHaveCount(0)

export const standing = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await settled(page)
}

export const fontShown = (page: Page) =>
  page.waitForFunction(
    (late) => !document.documentElement.hasAttribute(late) && document.fonts.check('1em "Inter Variable"'),
    LATE_FONT_ATTRIBUTE,
  )

export const wear = (page: Page, theme: string) =>
  page.evaluate(
    ([themes, name]) => {
      document.body.classList.remove(...themes)
      document.body.classList.add(name)
    },
    [[...THEME_NAMES], theme] as const,
  )

/**
 * Looks at every theme, and returns to the default. Not with WITH_MOTION: a transition would run
 * from parent to child.
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

export const chooseTheme = async (page: Page, theme: ThemeName): Promise<void> => {
  await shell(page).userMenu.click()
  await page.getByRole('menuitemradio').nth(THEME_NAMES.indexOf(theme)).click()
  await expect(page.locator('body')).toHaveClass(new RegExp(`\\b${theme}\\b`))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
}
