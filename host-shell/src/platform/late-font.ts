import { LATE_FONT_ATTRIBUTE, STORAGE_KEYS } from '@atalaia/contracts'
import { attempt, whenLoaded } from './browser.ts'

/** Uses a font from the cache at once. */
export const showKnownFont = ({ documentElement }: Document): void => {
  if (attempt(() => localStorage.getItem(STORAGE_KEYS.font))) documentElement.removeAttribute(LATE_FONT_ATTRIBUTE)
}

/** M-SPEED-7 */
export const showLateFont = (page: Document): void => whenLoaded(() => void loadFont(page))

const loadFont = async ({ documentElement, fonts }: Document): Promise<void> => {
  // Without it the text stays in the fallback.
  const loaded = await fonts.load('1em "Inter Variable"').catch(() => [])
  if (loaded.length === 0) return
  documentElement.removeAttribute(LATE_FONT_ATTRIBUTE)
  attempt(() => localStorage.setItem(STORAGE_KEYS.font, '1'))
}
