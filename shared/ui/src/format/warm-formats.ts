import { formatDate } from './format-date.ts'
import { formatNumber } from './format-number.ts'
import { formatRelativeDay } from './format-relative-day.ts'

const some = '2000-01-01'
const uses = [() => formatNumber(0), () => formatDate(some), () => formatRelativeDay(some, some)]

/**
 * Creates the formatters before the first number appears, each in a task of its own, so that neither the start nor the
 * first drawing waits for all of them at once.
 */
export const warmFormats = (): void => {
  for (const use of uses) setTimeout(use)
}
