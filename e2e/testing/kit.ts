import type { ThemeName } from '@atalaia/contracts'
import type { Page } from '@playwright/test'
import { expectAccessibleIn } from './axe.ts'
import { chooseTheme } from './themes.ts'
import { expect } from './test.ts'

export const openKit = async (page: Page, path: string): Promise<void> => {
  await page.goto(`/app/${path}`)
  await expectStanding(page)
}

const expectStanding = async (page: Page): Promise<void> => {
  await expect(page.getByText('Demonstração', { exact: true })).toBeVisible()
  await expect(page.locator('.kit-late')).toHaveCount(0)
}

export const followKit = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, `/app/${path}`)

/** Changes between open kit pages, and waits like `openKit`. */
export const turnTo = async (page: Page, path: string): Promise<void> => {
  const heading = await page.getByRole('main').getByRole('heading', { level: 1 }).elementHandle()
  await followKit(page, path)
  await page.waitForFunction((before) => before !== null && !before.isConnected, heading)
  await expectStanding(page)
  await page.evaluate(() => scrollTo(0, 0))
}

export const expectAccessibleInBoth = async (page: Page, path: string): Promise<void> => {
  const look = async (theme: ThemeName) => {
    await expect(page.locator('body')).toHaveClass(new RegExp(`\\b${theme}\\b`))
    await expectAccessibleIn(theme, page, `${path}, ${theme}`)
  }
  await look('dark')
  await chooseTheme(page, 'light')
  await look('light')
}
