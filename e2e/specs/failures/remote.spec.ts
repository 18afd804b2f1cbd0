import type { Page } from '@playwright/test'
import { shell } from '../../pages/shell.ts'
import { takeClock } from '../../testing/page-clock.ts'
import { expect, expectBroken, expectMended, factsPath, giveUpWaiting, test } from '../../testing/failure-test.ts'

const entry = /mfe-fixture\/.*remote-entry\./
const chunk = /mfe-fixture\/.*route-late\./

// Rule: M-FAIL-1, M-FAIL-4, P-ERROR-5
test('an entry script that answers 404 breaks its own part alone, and the retry mends it @everyday', async ({
  page,
  faulty,
  openFaulty,
  consoleGuard,
}) => {
  faulty.proxy.fail(entry, { kind: 'status', status: 404 })
  await openFaulty(factsPath)
  const load = await page.evaluate(() => JSON.stringify(performance.getEntriesByType('navigation')))
  const code = /00-([\da-f]{32})-/.exec(load)?.[1] ?? 'none'
  await expect(shell(page).failure).toContainText(`Código do erro ${code}`)
  await expectBroken({ page, consoleGuard, log: /mfe-fixture 1\.0\.0: entry script: HTTP 404/ })
  faulty.proxy.mend()
  await expectMended(page)
})

const breakHandlers = (page: Page, broken: boolean) =>
  page.evaluate((isBroken) => {
    if (isBroken) localStorage.setItem('fixture:fault', 'event')
    else localStorage.removeItem('fixture:fault')
  }, broken)

// Rule: M-FAIL-12
test('an error in an event handler is reported with its remote, and the page goes on', async ({
  page,
  openFaulty,
  consoleGuard,
}) => {
  consoleGuard.allow(/fixture fault/, 'thrown on purpose')
  await openFaulty('/app/fixture/event')
  const count = page.getByRole('button', { name: 'Contar' })
  await expect(count).toBeVisible()
  await breakHandlers(page, true)
  await count.click()
  await expect
    .poll(() => consoleGuard.messages.join('\n'))
    .toMatch(/mfe-fixture 1\.0\.0: event: fixture fault while event/)
  await expect(shell(page).failure).toHaveCount(0)
  await breakHandlers(page, false)
  await count.click()
  await expect(page.getByText('Contagem: 1')).toBeVisible()
})

for (const [name, fault] of [
  ['is gone after a deploy', { kind: 'status', status: 404 }],
  ['was changed on its way', { kind: 'corrupt' }],
] as const) {
  // Rule: M-FAIL-13
  test(`a chunk that ${name} breaks its own part alone, and the retry mends it`, async ({
    page,
    faulty,
    openFaulty,
    consoleGuard,
  }) => {
    await openFaulty('/app/fixture/event')
    await expect(page.getByRole('button', { name: 'Contar' })).toBeVisible()
    faulty.proxy.fail(chunk, fault)
    await shell(page).link('Depois').click()
    await expectBroken({ page, consoleGuard, log: /mfe-fixture 1\.0\.0: chunk: [^]*route-late/ })
    faulty.proxy.mend()
    await expectMended(page, 'Depois')
  })
}

// Rule: P-ERROR-4, M-FAIL-13
test('a chunk that does not come within 120 s counts as failed', async ({ page, faulty, openFaulty, consoleGuard }) => {
  const clock = await takeClock(page)
  await openFaulty('/app/fixture/event')
  await expect(page.getByRole('button', { name: 'Contar' })).toBeVisible()
  faulty.proxy.fail(chunk, { kind: 'hang' })
  const asked = () => faulty.proxy.requests.filter((address) => chunk.test(address)).length
  const before = asked()
  await shell(page).link('Depois').click()
  await expect.poll(asked).toBe(before + 1)
  await clock.pass('01:30', chunk)
  await expect(shell(page).failure).toHaveCount(0)
  await clock.pass('00:40', chunk)
  const again = () => giveUpWaiting({ page, clock, script: chunk, seconds: 130 })
  await expectBroken({ page, consoleGuard, log: /mfe-fixture 1\.0\.0: chunk: [^]*route-late/, again })
  faulty.proxy.mend()
  await expectMended(page, 'Depois')
})
