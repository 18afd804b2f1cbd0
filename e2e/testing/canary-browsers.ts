import { GATEWAY_ADDRESSES, PRODUCT_ROUTES, reportsBodySchema } from '@atalaia/contracts'
import type { Browser, BrowserContext, Page, Response } from '@playwright/test'
import { versionIn, type ShippingGateway } from './shipping-test.ts'

/** Browsers at the same time: two cores draw no more pages in good time. */
const CONCURRENT_BROWSERS = 4

export type Cohort = { readonly inside: readonly string[]; readonly outside: readonly string[] }

/** Cookies of new browsers: `count` that get `version` of a remote, and those that were met on the way and do not. */
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
  /** Their storage: that of an earlier visit. */
  readonly storageState: Awaited<ReturnType<BrowserContext['storageState']>>
  readonly cookies: readonly string[]
}

/** Real browsers, each with a cookie of its own, a few at once; `look` sees a new page of each. */
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
 * The answer to the first report of `page` that has an activation in it, of `wanted` if that is given. A busy page may send
 * its vitals before.
 */
export const activationReported = (page: Page, wanted?: { readonly remote: string; readonly version: string }) =>
  page.waitForResponse((answer: Response) => {
    if (!answer.url().endsWith(GATEWAY_ADDRESSES.reports) || !answer.ok()) return false
    const { activations = [] } = reportsBodySchema.parse(answer.request().postDataJSON())
    return activations.some(
      ({ remote, version }) => !wanted || (remote === wanted.remote && version === wanted.version),
    )
  })

/** Browsers that open the page in `npm test`; `npm run play` opens it in all of them. */
const REAL_BROWSERS = 4

/**
 * Sends the gateway a report from each of these browsers, and returns how many of them were real. The first few open
 * the page, and `look` sees that it works. For each of the rest, the report that the last real browser sent goes out
 * again with the signed cookie of that browser.
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
