import type { Page } from '@playwright/test'
import { shell } from '../../pages/shell.ts'
import { expect, expectBroken, expectMended, factsPath, test } from '../../testing/failure-test.ts'

/** The fixture remote throws in this phase from the next load on; without one it works. */
const chooseFault = (page: Page, phase?: 'activate' | 'render' | 'event') =>
  page.evaluate((value) => {
    if (value) localStorage.setItem('fixture:fault', value)
    else localStorage.removeItem('fixture:fault')
  }, phase)

for (const phase of ['activate', 'render'] as const) {
  // Rule: M-FAIL-10, M-FAIL-11
  test(`a remote that throws while it ${phase}s breaks its own part alone, and the retry mends it`, async ({
    page,
    openFaulty,
    faulty,
    consoleGuard,
  }) => {
    await openFaulty('/app/profile')
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await chooseFault(page, phase)
    await page.goto(`${faulty.url}${factsPath}`)
    await expectBroken({
      page,
      consoleGuard,
      log: new RegExp(`mfe-fixture 1\\.0\\.0: ${phase}: fixture fault while ${phase}`),
    })
    await chooseFault(page)
    await expectMended(page)
  })
}

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
  await chooseFault(page, 'event')
  await count.click()
  await expect
    .poll(() => consoleGuard.messages.join('\n'))
    .toMatch(/mfe-fixture 1\.0\.0: event: fixture fault while event/)
  await expect(shell(page).failure).toHaveCount(0)
  await chooseFault(page)
  await count.click()
  await expect(page.getByText('Contagem: 1')).toBeVisible()
})
