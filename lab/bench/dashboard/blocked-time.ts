import type { Browser } from '@playwright/test'
import { DASHBOARD, newVisitor, PHONE, throttled, untilQuiet, type VisitOptions } from './visit.ts'

declare global {
  interface Window {
    benchBlocked?: () => number
  }
}

const watchTasks = () => {
  const tasks: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => void tasks.push(...list.getEntries()))
  observer.observe({ type: 'longtask', buffered: true })
  window.benchBlocked = () => {
    tasks.push(...observer.takeRecords())
    return tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0)
  }
}

/**
 * Milliseconds beyond 50 of each task of a whole load. Meanwhile nothing of the bench looks at the
 * page: a look would weigh on a slow processor.
 */
export const blockedTime = async (browser: Browser, options: VisitOptions): Promise<number> => {
  const context = await newVisitor(browser, { ...options, screen: PHONE, watch: watchTasks })
  try {
    const { page } = await throttled(context, options)
    await page.goto(`${options.url}${DASHBOARD}`)
    await untilQuiet(page)
    return await page.evaluate(() => window.benchBlocked?.() ?? 0)
  } finally {
    await context.close()
  }
}
