import type { ThemeName } from '@atalaia/contracts'
import type { Page } from '@playwright/test'
import { expectAccessibleIn } from './axe.ts'
import { chooseTheme } from './themes.ts'
import { expect } from './test.ts'

export const openKit = async (page: Page, path: string): Promise<void> => {
  await page.goto(`/app/${path}`)
  await expect(page.getByText('Demonstração', { exact: true })).toBeVisible()
  await expect(page.locator('.kit-late')).toHaveCount(0)
}

/** Goes there as a link of the page does, without loading the document again. */
export const followKit = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, `/app/${path}`)

/** axe on the page that is open in the dark theme, the default, and then its rules of colour in the light one. */
export const expectAccessibleInBoth = async (page: Page, path: string): Promise<void> => {
  const look = async (theme: ThemeName) => {
    await expect(page.locator('body')).toHaveClass(new RegExp(`\\b${theme}\\b`))
    await expectAccessibleIn(theme, page, `${path}, ${theme}`)
  }
  await look('dark')
  await chooseTheme(page, 'light')
  await look('light')
}
