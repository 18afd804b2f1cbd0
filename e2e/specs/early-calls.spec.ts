import type { Page, Request, Route } from '@playwright/test'
import { analyticsPage, analyticsPath } from '../pages/analytics-page.ts'
import { createFilledAccount } from '../testing/filled-account.ts'
import { expect, test } from '../testing/test.ts'

const CALLS = ['/api/clientes/me/analises', '/api/dashboard/hoje', '/api/dashboard/resumo', '/api/emails']

const LATER = ['/api/organizacao/avisos', '/api/eventos']

const recordCalls = (page: Page) => {
  const calls: Request[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && !LATER.includes(pathname)) calls.push(request)
  })
  return { paths: () => calls.map((request) => new URL(request.url()).pathname).toSorted() }
}

const holdScripts = async (page: Page) => {
  const held: Route[] = []
  let open = false
  await page.route(/\.js$/, (route) => (open ? route.continue() : void held.push(route)))
  return async () => {
    open = true
    for (const route of held) await route.continue()
  }
}

// Rule: M-SPEED-3, M-SPEED-4
test('the frame and the calls of the dashboard wait for no script, and each call is made once', async ({
  page,
  signIn,
  stack,
}) => {
  await signIn({ ...(await createFilledAccount(stack)), theme: 'light' })
  const { paths } = recordCalls(page)
  const release = await holdScripts(page)
  await page.goto(analyticsPath, { waitUntil: 'commit' })
  await expect(page.locator('[data-waiting] .ui-page-header__title')).toBeVisible()
  await expect(page.locator('body')).toHaveClass('light')
  await expect.poll(paths).toEqual(CALLS)
  // Every page carries the boot script: a schema library in it once made it 70 times as long.
  expect((await page.locator('body > script[data-calls]').textContent())?.length).toBeLessThan(4_000)
  await release()
  const { total } = analyticsPage(page)
  await expect(total).toHaveAttribute('aria-busy', 'false')
  await expect(total).not.toContainText('—')
  expect(paths()).toEqual(CALLS)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'atalaiaEarlyCalls'))).toBeUndefined()

  // A second load of the same screen asks the API itself.
  await page.reload()
  await expect(total).toHaveAttribute('aria-busy', 'false')
  expect(paths()).toEqual([...CALLS, ...CALLS].toSorted())
})
