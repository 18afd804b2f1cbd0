import { PRODUCT_ROUTES } from '@atalaia/contracts'
import type { FaultProxy } from '../../testing/fault-proxy.ts'
import { launchFirefox } from '../../../lab/testing/other-browsers/open-tab.ts'
import { expect, test } from '../../testing/test.ts'

const LATER_CODE = /\/mfe-landing\/(?!.*remote-entry).*\.js/

const untilAsked = (proxy: FaultProxy, match: RegExp) => {
  const before = proxy.requests.length
  return () => expect.poll(() => proxy.requests.slice(before).some((address) => match.test(address))).toBe(true)
}

// Rule: M-REPORT-11
test('in Firefox, pages that are left while their shell or their remote loads report no failure', async ({
  faulty,
}) => {
  const { proxy, url } = faulty
  const metrics = async () => (await fetch(`${url}/-/metrics`)).text()
  const failures = async () =>
    (await metrics()).split('\n').filter((line) => /^atalaia_(activation_failures|shell_failures)_total/.test(line))
  const readyOf = async (remote: string) =>
    Number(
      new RegExp(`^atalaia_activations_total{[^}]*"${remote}"[^}]*"ready"[^}]*} (\\d+)`, 'm').exec(
        await metrics(),
      )?.[1] ?? 0,
    )
  const [before, readyBefore] = [await failures(), await readyOf('mfe-auth')]
  const firefox = await launchFirefox()
  try {
    const page = await firefox.newPage()
    const messages: string[] = []
    page.on('console', (message) => messages.push(message.text()))

    proxy.fail(/\/shell\/main\./, { kind: 'hang' })
    proxy.fail(/^\/$/, { kind: 'late' })
    const [askedForShell, askedForLanding] = [untilAsked(proxy, /\/shell\/main\./), untilAsked(proxy, /^\/$/)]
    void page.goto(`${url}${PRODUCT_ROUTES.login}`).catch(() => undefined)
    await askedForShell()
    await page.evaluate((path) => location.assign(path), PRODUCT_ROUTES.landing)
    await askedForLanding()
    await expect.poll(() => page.evaluate(() => 'failed' in document.documentElement.dataset)).toBe(true)

    proxy.mend()
    proxy.fail(LATER_CODE, { kind: 'hang' })
    proxy.fail(/^\/login/, { kind: 'late' })
    const askedForLogin = untilAsked(proxy, /^\/login/)
    // The shell has begun to load the code behind the remote's entry.
    const scripts = () => page.evaluate(() => [...document.scripts].map(({ src }) => src))
    await expect.poll(async () => (await scripts()).some((src) => LATER_CODE.test(src))).toBe(true)
    await page.evaluate((path) => location.assign(path), PRODUCT_ROUTES.login)
    await askedForLogin()
    await expect.poll(() => messages.join('\n')).toMatch(/mfe-landing .*: module: Loading chunk/)

    proxy.mend()
    // What the page has to report it sends at once, as if it were left.
    const flushed = () => page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await expect.poll(() => flushed().then(() => readyOf('mfe-auth'))).toBe(readyBefore + 1)
    expect(await failures()).toEqual(before)
  } finally {
    proxy.mend()
    await firefox.close()
  }
})
