import type { Page } from '@playwright/test'
import { analyticsPage, analyticsPath } from '../../pages/analytics-page.ts'
import { shell } from '../../pages/shell.ts'
import { inEachBrowser } from '../../testing/canary-browsers.ts'
import { createFilledAccount } from '../../testing/filled-account.ts'
import { expect, test } from '../../testing/shipping-test.ts'
import { tamper } from '../../testing/tamper.ts'

const name = 'mfe-analytics'
const title = 'Analises - Ativos Empresariais'
const titled = (version: string) => ({ in: /^(route-analytics|\d+)\..*js$/, text: title, by: `${title} ${version}` })

const traces = (page: Page) =>
  page.evaluate(() => ({
    container: 'mfe_analytics_1_2_0' in globalThis && Reflect.get(globalThis, 'mfe_analytics_1_2_0') !== undefined,
    styles: [...document.styleSheets].filter(({ href }) => href?.includes('/1.2.0/')).length,
  }))

test('one byte changed in an entry, a chunk or a style of the new version: it is not used, and the version that worked is @everyday', async ({
  browser,
  page,
  context,
  stack,
  shipping,
  signIn,
  consoleGuard,
}) => {
  consoleGuard.allow(/mfe-analytics(\/1\.2\.0\/| 1\.2\.0: )/, 'the files that are changed on purpose')
  const { url, remotes, publish, visit } = shipping
  await publish(name, '1.1.0', { replace: [titled('1.1.0')] })
  await publish(name, '1.2.0', { replace: [titled('1.2.0')] })
  await remotes(['promote', name, '1.1.0'])
  const { token } = await createFilledAccount(stack)
  await signIn({ origin: url, token })
  await page.goto(url + analyticsPath)
  await expect(analyticsPage(page).heading).toHaveText(`${title} 1.1.0`)
  await remotes(['promote', name, '1.2.0'])

  const storageState = await context.storageState()
  const { browser: cookie = '' } = await visit('/login')
  const inNewBrowser = (look: (page: Page) => Promise<void>) =>
    inEachBrowser(browser, { gateway: shipping, storageState, cookies: [cookie] }, look)

  const changes = {
    entry: { file: /^remote-entry\..*\.js$/, text: 'does not exist', by: 'does nut exist' },
    chunk: { file: /^(route-analytics|\d+)\..*\.js$/, text: `${title} 1.2.0`, by: `${title} 1.2.9` },
    style: { file: /^route-analytics\..*\.css$/, text: 'grid', by: 'grit' },
  }
  for (const [kind, change] of Object.entries(changes)) {
    const mend = await tamper(shipping, { name, version: '1.2.0', ...change })
    await inNewBrowser(async (fresh) => {
      await fresh.goto(analyticsPath)
      await expect(analyticsPage(fresh).heading, kind).toHaveText(`${title} 1.1.0`)
      await expect(shell(fresh).failure, kind).toHaveCount(0)
      const found = await traces(fresh)
      expect(found.container, kind).toBe(kind !== 'entry')
      if (kind === 'style') expect(found.styles, kind).toBe(0)
    })
    await mend()
  }

  // Inside a screen that stands, the part that asked for the file says so; the rest goes on.
  const mend = await tamper(shipping, {
    name,
    version: '1.2.0',
    file: /^chart-plot\..*\.js$/,
    text: 'plotOptions',
    by: 'plotOptionz',
  })
  await inNewBrowser(async (fresh) => {
    await fresh.goto(analyticsPath)
    await expect(analyticsPage(fresh).heading).toHaveText(`${title} 1.2.0`)
    const { chart } = analyticsPage(fresh)
    await expect(chart.getByRole('alert')).toContainText('O gráfico não carregou')
    await mend()
    // The wrong bytes are in the browser's cache: the first try may still find them, and takes them out.
    await expect(async () => {
      const again = chart.getByRole('button', { name: 'Tentar de novo' })
      // A try that came later than it was waited for has taken the button away.
      if (await again.isVisible()) await again.click({ timeout: 1_000 })
      await expect(chart.getByRole('img').locator('svg')).toBeVisible({ timeout: 2_000 })
    }).toPass()
  })
})
