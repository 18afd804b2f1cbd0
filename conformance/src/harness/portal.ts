import { API_BASE } from '@atalaia/contracts'
import type { BrowserContext, Page, Route } from '@playwright/test'
import type { EmbedElement } from './embed-element.ts'
import { until } from './until.ts'

/** Reported and not enforced: the portal runs as ever, and each thing that needs a permission is seen. */
const NOTHING_ALLOWED = "default-src 'none'; require-trusted-types-for 'script'"
const WITHIN = 20_000
const API_WITHIN = 1_000

/** The embed of a page. */
export type Found = {
  /** Absolute, without a slash at its end. */
  readonly api: string
  /** The address that all of the embed's own scripts begin with. */
  readonly base: string
  /** The script of the any-page door; `undefined` when the element came another way. */
  readonly script: string | undefined
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

const firstLineOf = (error: unknown) => (error instanceof Error ? error.message.split('\n')[0] : error)

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

const readElement = (element: HTMLElement) => {
  const { api }: Partial<EmbedElement> = element
  return {
    api: api ? new URL(api, document.baseURI).href : undefined,
    script: window.atalaiaConformance.registeredBy,
  }
}

/** Waits for the page's own element to be registered, and reads where it comes from. */
export const findEmbed = async (page: Page): Promise<Found> => {
  const element = page.locator('atalaia-analytics').first()
  await element.waitFor({ state: 'attached', timeout: WITHIN }).catch(() => {
    throw new UnusablePage(`${page.url()} has no <atalaia-analytics>`)
  })
  const read = () => element.evaluate(readElement)
  const { script } = await until(read, (seen) => Boolean(seen.script), WITHIN)
  if (!script) throw new UnusablePage(`${page.url()}: nothing registers <atalaia-analytics>`)
  // A framework may set the attribute later; without one, it is the API of the script's server.
  const { api = new URL(API_BASE, script).href } = await until(read, (seen) => Boolean(seen.api), API_WITHIN)
  const [gateway] = /^.*\/embed\/[^/]+\//.exec(script) ?? []
  return {
    api: api.replace(/\/$/, ''),
    base: gateway ?? new URL('.', script).href,
    script: gateway ? await embedScript(page, gateway) : undefined,
  }
}

/** The entry itself, where it is a chunk of it that registers the element. */
const embedScript = (page: Page, gateway: string): Promise<string | undefined> =>
  page.evaluate(
    (base) =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .find((name) => name.startsWith(base) && name.includes('/embed.js')),
    gateway,
  )
