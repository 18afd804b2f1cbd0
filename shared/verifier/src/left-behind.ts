import type { Page } from 'playwright-core'
import { SHELL_ROUTES } from '@atalaia/contracts'
import type { Traffic } from './network.ts'
import { rest, standsIn, within } from './visit.ts'

const STEP_MS = 3000

export type RoundTrip = {
  readonly page: Page
  readonly address: string
  readonly place: string
  readonly traffic: Traffic
}

/** Twice. Returns leftovers of the second round, by kind: a screen may keep things that it begins once. */
export const leftBehind = async ({
  page,
  address,
  place,
  traffic,
}: RoundTrip): Promise<Readonly<Record<string, number>>> => {
  const go = (to: string) => within(STEP_MS, page.evaluate(goTo, to))
  const round = async () => {
    await go(address)
    await within(STEP_MS, untilStands(page, place))
    await rest(traffic, STEP_MS)
    await go(SHELL_ROUTES.error)
    await rest(traffic, STEP_MS)
    return (await within(STEP_MS, page.evaluate(readLeft))) ?? {}
  }
  await go(SHELL_ROUTES.error)
  const first = await round()
  const second = await round()
  return Object.fromEntries(
    Object.entries(second).flatMap(([kind, count]) => {
      const more = count - (first[kind] ?? 0)
      return more > 0 ? [[kind, more]] : []
    }),
  )
}

const untilStands = async (page: Page, place: string): Promise<void> => {
  while (!(await standsIn(page, place))) await page.waitForTimeout(100)
}

/** In the page: the router follows the history. */
const goTo = (address: string) => {
  history.pushState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
}

/** Runs in the page. */
const readLeft = () => ({ ...window.atalaiaVerification?.left() })
