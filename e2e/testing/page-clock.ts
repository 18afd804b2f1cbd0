import { expect, type Page, type Request } from '@playwright/test'

export type PageClock = {
  /**
   * Lets time pass by a jump, as `page.clock.fastForward`. Waits before until the page has the answer of each script and call
   * that it has asked for: the jump would end them by their time limits. `hanging` matches those that are to be ended.
   */
  pass(time: number | string, hanging?: RegExp): Promise<void>
}

/** A page that is left does not say how its last report ended. */
const WAITED_FOR = ['script', 'fetch', 'xhr']

/** The clock has idle callbacks wait for 50 ms: what they ask for would be asked for, and ended, by the jump. */
const IDLE_MS = 100

/** Takes the clock of a page into the hand of the test. Call before the page is opened. */
export const takeClock = async (page: Page): Promise<PageClock> => {
  const unanswered = new Set<Request>()
  const isOver = (request: Request) => void unanswered.delete(request)
  page.on('request', (request) => {
    // Another document: nothing of the one before is waited for.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) unanswered.clear()
    if (WAITED_FOR.includes(request.resourceType())) unanswered.add(request)
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
