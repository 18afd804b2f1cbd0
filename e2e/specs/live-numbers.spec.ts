import type { Page } from '@playwright/test'
import { analyticsPage, expectFilled } from '../pages/analytics-page.ts'
import { writeCombo } from '../testing/combo-file.ts'
import { createFilledAccount } from '../testing/filled-account.ts'
import { expect, test } from '../testing/test.ts'

const EVENTS = '**/api/eventos'
// A page listens 3 s after it is idle, and a busy machine is late.
const SEEN = { timeout: 60_000 }

const open = async (page: Page) => {
  const dashboard = analyticsPage(page)
  await dashboard.open()
  await expectFilled(page)
  return dashboard
}

// Each mutation outside the widgets, the line and the count whose numbers change.
const watchMutations = (page: Page) =>
  page.evaluate(() => {
    const seen: string[] = []
    Reflect.set(globalThis, 'mutations', seen)
    new MutationObserver((mutations) => {
      for (const { target, type } of mutations) {
        const element = target instanceof Element ? target : target.parentElement
        // React writes the attributes of a field anew. Its text and selection are looked at below.
        if (element instanceof HTMLInputElement) continue
        // The chart takes its old parts out.
        if (!element?.isConnected || element.closest('.analytics-updated, [title$="em aberto"]')) continue
        const widget = element.closest('.ui-widget')
        if (!widget || widget.querySelector('form [type=submit]')) seen.push(`${type} ${element.outerHTML}`)
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  })

// Rule: P-DASH-105, P-DASH-106
test('an import shows on two open pages of a browser by one connection, and moves nothing else @everyday', async ({
  page,
  context,
  stack,
  signIn,
}) => {
  const { address, token } = await createFilledAccount(stack)
  await signIn({ token })
  const connections: Page[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/eventos') connections.push(request.frame().page())
  })
  const connected = page.waitForResponse(EVENTS)
  const first = await open(page)
  await connected
  const other = await context.newPage()
  const second = await open(other)
  for (const { total } of [first, second]) await expect(total).toContainText('3')

  await first.field.fill('ainda@digitando')
  await first.field.evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 5))
  await page.evaluate(() => scrollTo(0, 120))
  const scrolled = await page.evaluate(() => scrollY)
  await watchMutations(page)
  const passwords = Array.from({ length: 40 }, (_, number) => ({ address, password: `nova-${number}` }))
  const { path } = await writeCombo(passwords)
  await stack.leaksImport(path, 'fonte-nova')

  for (const { total, row } of [first, second]) {
    await expect(total).toContainText('43', SEEN)
    await expect(row(address)).toContainText('43', SEEN)
  }
  await expect(first.field).toBeFocused()
  expect(await first.field.evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd])).toEqual([
    2, 5,
  ])
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  expect(await page.evaluate<unknown>(() => Reflect.get(globalThis, 'mutations'))).toEqual([])
  expect(connections).toEqual([page])
})
