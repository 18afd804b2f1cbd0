import { GATEWAY_ADDRESSES, PRODUCT_ROUTES, reportsBodySchema } from '@atalaia/contracts'
import type { Browser, BrowserContext, Page, Response } from '@playwright/test'
import { versionIn, type ShippingGateway } from './shipping-test.ts'

const CONCURRENT_BROWSERS = 4

export type Cohort = { readonly inside: readonly string[]; readonly outside: readonly string[] }

/** Cookies of new browsers: `count` that get `version`, and the mismatches met on the way. */
export const findCanaryBrowsers = async (
  gateway: ShippingGateway,
  wanted: { readonly remote: string; readonly version: string; readonly count: number },
): Promise<Cohort> => {
  const inside: string[] = []
  const outside: string[] = []
  while (inside.length < wanted.count) {
    const { browser, release } = await gateway.visit(PRODUCT_ROUTES.login)
    if (browser === undefined) throw new Error('the gateway gave a new browser no cookie')
    ;(versionIn(release, wanted.remote) === wanted.version ? inside : outside).push(browser)
  }
  return { inside, outside }
}

export type Visitors = {
  readonly gateway: ShippingGateway
  /** Storage of an earlier visit. */
  readonly storageState: Awaited<ReturnType<BrowserContext['storageState']>>
  readonly cookies: readonly string[]
}

/** Runs `look` on a new page of each real browser, a few at once. */
export const inEachBrowser = async (
  browser: Browser,
  { gateway, storageState, cookies }: Visitors,
  look: (page: Page) => Promise<void>,
): Promise<void> => {
  const left = [...cookies]
  const work = async () => {
    for (let cookie = left.shift(); cookie !== undefined; cookie = left.shift()) {
      const context = await browser.newContext({ storageState, baseURL: gateway.url })
      await context.addCookies([{ name: 'atalaia_browser', value: cookie, url: gateway.url }])
      await look(await context.newPage())
      await context.close()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_BROWSERS }, work))
}

/**
 * Answer to the first report with an activation, of `wanted` if given. A busy page may send vitals
 * first.
 */
export const activationReported = (page: Page, wanted?: { readonly remote: string; readonly version: string }) =>
  page.waitForResponse((answer: Response) => {
    if (!answer.url().endsWith(GATEWAY_ADDRESSES.reports) || !answer.ok()) return false
    const { activations = [] } = reportsBodySchema.parse(answer.request().postDataJSON())
    return activations.some(
      ({ remote, version }) => !wanted || (remote === wanted.remote && version === wanted.version),
    )
  })

const REAL_BROWSERS = 4

/**
 * Sends a report from each browser; returns how many were real. The first few open the page for
 * `look`; the last report goes out again with each further signed cookie.
 */
export const reportFromEach = async (
  browser: Browser,
  visitors: Visitors,
  look: (page: Page) => Promise<void>,
): Promise<number> => {
  const { gateway, cookies } = visitors
  const real = process.env['PLAY'] ? cookies.length : REAL_BROWSERS
  let body = ''
  await inEachBrowser(browser, { ...visitors, cookies: cookies.slice(0, real) }, async (page) => {
    const told = activationReported(page)
    await look(page)
    body = (await told).request().postData() ?? ''
  })
  for (const cookie of cookies.slice(real)) {
    const headers = { 'content-type': 'application/json', cookie: `atalaia_browser=${cookie}` }
    const answer = await fetch(`${gateway.url}${GATEWAY_ADDRESSES.reports}`, { method: 'POST', headers, body })
    if (answer.status !== 204) throw new Error(`a report was answered with ${answer.status}`)
  }
  return real
}
