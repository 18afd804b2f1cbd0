import { expect, type Page, type Request } from '@playwright/test'

export type PageClock = {
  /**
   * Jumps like `page.clock.fastForward`, after pending scripts and calls: the jump would end them.
   * It may end `hanging` ones.
   */
  pass(time: number | string, hanging?: RegExp): Promise<void>
}

const WAITED_FOR = ['script', 'fetch', 'xhr']
// Its answer has no end.
const EVENTS = /\/api\/eventos$/

const IDLE_MS = 100

/** Call before opening the page. */
export const takeClock = async (page: Page): Promise<PageClock> => {
  const unanswered = new Set<Request>()
  const isOver = (request: Request) => void unanswered.delete(request)
  page.on('request', (request) => {
    // Another document: nothing of the one before is waited for.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) unanswered.clear()
    if (WAITED_FOR.includes(request.resourceType()) && !EVENTS.test(request.url())) unanswered.add(request)
  })
  page.on('requestfinished', isOver)
  page.on('requestfailed', isOver)
  await page.clock.install()

  return {
    pass: async (time, hanging) => {
      const waitedFor = () => [...unanswered].map((request) => request.url()).filter((url) => !hanging?.test(url))
      const settle = () => expect.poll(waitedFor, { message: 'what the page waits for' }).toEqual([])
      await settle()
      await page.clock.runFor(IDLE_MS)
      await settle()
      await page.clock.fastForward(time)
    },
  }
}
