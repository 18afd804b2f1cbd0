import { LATE_FONT_ATTRIBUTE, STORAGE_KEYS, TIME_ZONE } from '@atalaia/contracts'
import type { Browser, Page } from '@playwright/test'

export type PageOptions = {
  readonly url: string
  readonly path: string
  readonly size: { readonly width: number; readonly height: number }
  readonly theme: string
  readonly token?: string
}

const isSettled = () => document.querySelector('[aria-busy="true"]') === null

/** In a new context. Waits for the heading. */
export const openPage = async (browser: Browser, options: PageOptions): Promise<Page> => {
  const { url, path, size, theme, token } = options
  const items = { [STORAGE_KEYS.theme]: theme, ...(token && { [STORAGE_KEYS.token]: token }) }
  const localStorage = Object.entries(items).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    viewport: size,
    locale: 'pt-BR',
    timezoneId: TIME_ZONE,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
  const page = await context.newPage()
  await page.goto(url + path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(isSettled)
  return page
}

/** Waits until nothing loads, moves or waits for its font. */
export const pageAtRest = async (page: Page): Promise<void> => {
  await page.waitForFunction(isSettled)
  await page.waitForFunction((late) => !document.documentElement.hasAttribute(late), LATE_FONT_ATTRIBUTE)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  })
  // Observers of the window's size run a frame after the rest.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}
