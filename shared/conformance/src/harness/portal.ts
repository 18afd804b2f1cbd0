import { messageOf } from '@atalaia/stack'
import type { BrowserContext, Page, Route } from '@playwright/test'

/** Reported and not enforced: the portal runs as ever, and each thing that needs a permission is seen. */
const NOTHING_ALLOWED = "default-src 'none'; require-trusted-types-for 'script'"

/** The embed of a page. */
export type Found = {
  /** Absolute, without a slash at its end. */
  readonly api: string
  /** The address that all of the embed's own scripts begin with. */
  readonly base: string
  /** The script of the any-page door; `undefined` when the element came another way. */
  readonly script: string | undefined
  /** The page for frames, without its query; `undefined` at another door. */
  readonly frame?: string
  /** The container that a federation host has loaded, a module or a script; `undefined` at another door. */
  readonly container?: string
}

export class UnusablePage extends Error {}

/** A server may close a kept connection just as the next request goes out: browsers, too, ask once more then. */
const RETRIES = 1

/** Adds the policy to the page's own answer; `onFailure` gets the reason why there is none. */
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

/** Requests are without it. */
const withoutHash = (url: string) => new URL(url).href.replace(/#.*$/, '')

/** The first line of the text of what was thrown. */
export const firstLineOf = (error: unknown): string => messageOf(error).split('\n')[0] ?? ''

/** Opens the portal's page under the reported policy. `before` may route what it asks for. */
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
