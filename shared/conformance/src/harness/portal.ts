import { messageOf } from '@atalaia/stack'
import type { BrowserContext, Page, Route } from '@playwright/test'

/** Report-only: the portal works, and every needed permission shows. */
const NOTHING_ALLOWED = "default-src 'none'; require-trusted-types-for 'script'"

export type Found = {
  /** Absolute, without a slash at its end. */
  readonly api: string
  readonly base: string
  /** Script of the any-page door; `undefined`: another way. */
  readonly script: string | undefined
  readonly frame?: string
  /** Module or script; `undefined` at another door. */
  readonly container?: string
}

export class UnusablePage extends Error {}

/** A server may close a kept connection during a request: browsers repeat it too. */
const RETRIES = 1

const addPolicy =
  (onFailure: (reason: unknown) => void) =>
  async (route: Route): Promise<void> => {
    if (!route.request().isNavigationRequest()) return route.fallback()
    const response = await route.fetch({ maxRetries: RETRIES }).catch((reason: unknown) => {
      onFailure(reason)
      return undefined
    })
    if (!response) return route.abort('connectionfailed')
    const headers = { ...response.headers(), 'content-security-policy-report-only': NOTHING_ALLOWED }
    return route.fulfill({ response, headers })
  }

/** Requests have no hash. */
const withoutHash = (url: string) => new URL(url).href.replace(/#.*$/, '')

export const firstLineOf = (error: unknown): string => messageOf(error).split('\n')[0] ?? ''

/** Reports the policy. `before` may route requests. */
export const openPage = async (
  context: BrowserContext,
  url: string,
  before?: (page: Page) => Promise<unknown>,
): Promise<Page> => {
  const page = await context.newPage()
  let unreached: unknown
  await page.route(
    ({ href }) => withoutHash(href) === withoutHash(url),
    addPolicy((reason) => (unreached = reason)),
  )
  await before?.(page)
  const response = await page.goto(url, { waitUntil: 'commit' }).catch((error: unknown) => {
    throw new UnusablePage(`${url} does not open: ${firstLineOf(unreached ?? error)}`)
  })
  if (response && !response.ok()) throw new UnusablePage(`${url} answers ${response.status()}`)
  // Not the end of loading: a script may be held back on purpose.
  await page.locator('body').waitFor({ state: 'attached' })
  return page
}
