import { formatDate } from './format-date.ts'
import { formatNumber } from './format-number.ts'
import { formatRelativeDay } from './format-relative-day.ts'

const some = '2000-01-01'
const uses = [() => formatNumber(0), () => formatDate(some), () => formatRelativeDay(some, some)]

/**
 * Makes the formatters before the first number is there, each in a task of its own, so that neither the code's first
 * run nor the first drawing waits for all of them at once.
 */
export const warmFormats = (): void => {
  for (const use of uses) setTimeout(use)
}
