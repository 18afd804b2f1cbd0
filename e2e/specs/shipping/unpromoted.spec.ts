import { STORAGE_KEYS, remoteBase } from '@atalaia/contracts'
import type { Page } from '@playwright/test'
import { expect, test } from '../../testing/shipping-test.ts'

const name = 'mfe-landing'
const PICTURE = 'logo.0123456789abcdef0123.svg'
const CONTENT =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><style>rect{fill:#f00}</style><rect width="40" height="40"/>' +
  `<script>document.documentElement.setAttribute("data-token", localStorage.getItem("${STORAGE_KEYS.token}"))</script></svg>`

const asOlderBrowser = (page: Page) =>
  page.route(`**/${PICTURE}`, async (route) => {
    const sent = Object.entries(await route.request().allHeaders())
    const headers = Object.fromEntries(sent.filter(([header]) => !header.startsWith('sec-')))
    await route.fulfill({ response: await route.fetch({ headers }) })
  })

// Rule: M-GATEWAY-15, M-GATEWAY-16, M-PUBLISH-15
// Threat: T-PUBLISH-15
test('a published picture with a script is no page: nobody gets it before its promotion, and it runs in no browser after', async ({
  page,
  shipping,
  signIn,
  consoleGuard,
}) => {
  consoleGuard.allow(/403|404|Content Security Policy|sandbox/, 'what is refused on purpose')
  const { url, remotes, publish } = shipping
  await signIn({ origin: url })
  await publish(name, '9.0.0', { files: () => ({ [PICTURE]: CONTENT }) })
  const address = `${url}${remoteBase(name, '9.0.0')}${PICTURE}`
  expect((await fetch(address)).status).toBe(404)

  await remotes(['promote', name, '9.0.0'])
  expect((await page.goto(address))?.status()).toBe(403)
  await asOlderBrowser(page)
  expect((await page.goto(address))?.status()).toBe(200)
  const drawn = page.locator('rect')
  await expect(drawn).toHaveCSS('fill', 'rgb(255, 0, 0)')
  expect(await page.locator('svg').getAttribute('data-token')).toBeNull()
  await page.unroute(`**/${PICTURE}`)

  // As a picture of a page it is what it was.
  await page.goto(`${url}/login`)
  const width = await page.evaluate(async (src) => {
    const picture = new Image()
    picture.src = src
    await picture.decode()
    return picture.naturalWidth
  }, address)
  expect(width).toBe(40)
})
