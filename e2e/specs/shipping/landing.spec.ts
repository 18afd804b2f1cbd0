import { activationReported, findCanaryBrowsers, reportFromEach } from '../../testing/canary-browsers.ts'
import type { Replacement } from '../../testing/remote-variant.ts'
import { logMove } from '../../testing/log-move.ts'
import { expect, test, versionIn } from '../../testing/shipping-test.ts'

const name = 'mfe-landing'
const lead = 'Saiba quais contas da sua empresa vazaram.'
const leads: Readonly<Record<string, string>> = {
  '1.1.0': 'Veja quais contas da sua empresa vazaram.',
  '1.2.0': 'Descubra quais contas da sua empresa vazaram.',
}

const says = (version: string): Replacement => ({
  in: /^(route-landing\..*js|prerender\/landing\.html)$/,
  text: lead,
  by: leads[version] ?? lead,
})

const broken: Replacement = { in: /^remote\..*js$/, text: 'activate', by: 'actuate' }

test('the landing page is shipped alone, with its rendered HTML, and a broken canary leaves its reader a page that works', async ({
  browser,
  page: old,
  context,
  shipping,
  consoleGuard,
}) => {
  consoleGuard.allow(/mfe-landing 1\.2\.0: module: it exports no/, 'the broken canary')
  const { url, remotes, publish, visit } = shipping
  const before = await shipping.shellHashes()
  const opened = activationReported(old, { remote: name, version: '1.0.0' })
  await old.goto(url)
  await expect(old.getByRole('heading', { level: 1 })).toHaveText(lead)
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const reader = await plain.newPage()

  await publish(name, '1.1.0', { replace: [says('1.1.0')] })
  await remotes(['promote', name, '1.1.0'])
  expect((await visit('/')).html).toContain(leads['1.1.0'])
  await reader.goto(url)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(leads['1.1.0'] ?? '')
  await plain.close()
  logMove('1.1.0 is in the HTML of the next load')

  // From here on the browser remembers what its first page shows: the page is brought to life only when it is idle.
  await opened
  const visitor = await context.newPage()
  const seen = activationReported(visitor, { remote: name, version: '1.1.0' })
  await visitor.goto(url)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(leads['1.1.0'] ?? '')
  await seen
  expect(consoleGuard.messages).toEqual([])

  await publish(name, '1.2.0', { replace: [says('1.2.0'), broken] })
  await remotes(['promote', name, '1.2.0', '--percent', '50'])
  const cohort = await findCanaryBrowsers(shipping, { remote: name, version: '1.2.0', count: 20 })
  const storageState = await context.storageState()
  const real = await reportFromEach(
    browser,
    { gateway: shipping, storageState, cookies: cohort.inside },
    async (page) => {
      await page.goto('/')
      // It is alive: the bar's link is followed without loading the document again.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(leads['1.1.0'] ?? '')
      await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
      await expect(page.getByLabel('Usuário')).toBeVisible()
    },
  )
  logMove(`of 20 browsers of the canary, ${real} were opened and fell back to 1.1.0; each of the 20 sent its report`)
  await expect.poll(() => remotes(['history', name])).toMatch(/rollback 1\.2\.0 → 1\.1\.0 {2}by gateway/)
  const canary = `atalaia_browser=${cohort.inside[0]}`
  expect(versionIn((await visit('/', canary)).release, name)).toBe('1.1.0')

  await remotes(['rollback', name])
  expect((await visit('/')).html).toContain(lead)
  // The page that was opened first has lived through it all.
  await old.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(old.getByLabel('Usuário')).toBeVisible()
  await old.goBack()
  await expect(old.getByRole('heading', { level: 1 })).toHaveText(lead)
  expect(await shipping.shellHashes()).toEqual(before)
  expect(consoleGuard.messages).toEqual([])
})
