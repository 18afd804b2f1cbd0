import type { Locator } from '@playwright/test'
import { expect } from './test.ts'

const MAX_STOPS = 60

/** Throws when it is not among the next 60 stops. */
export const tabTo = async (target: Locator): Promise<void> => {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await target.page().keyboard.press('Tab')
  }
  throw new Error(`${MAX_STOPS} Tab stops, and never at ${target}`)
}

/** Picks `grip` up. dnd-kit says so first, and listens to arrows from a later task on. */
export const pickUp = async (grip: Locator, announcement: string): Promise<void> => {
  const page = grip.page()
  await grip.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(announcement)).toBeAttached()
  await page.evaluate(() => new Promise((done) => void setTimeout(done)))
}
