import { shell } from '../../pages/shell.ts'
import { takeClock } from '../../testing/page-clock.ts'
import { expect, expectBroken, expectMended, giveUpWaiting, test } from '../../testing/failure-test.ts'

const chunk = /mfe-fixture\/.*route-late\./

// Rule: M-FAIL-13
test('a chunk that is gone after a deploy breaks its own part alone, and the retry mends it', async ({
  page,
  faulty,
  openFaulty,
  consoleGuard,
}) => {
  await openFaulty('/app/fixture/event')
  await expect(page.getByRole('button', { name: 'Contar' })).toBeVisible()
  faulty.proxy.fail(chunk, { kind: 'status', status: 404 })
  await shell(page).link('Depois').click()
  await expectBroken({ page, consoleGuard, log: /mfe-fixture 1\.0\.0: chunk: [^]*route-late/ })
  faulty.proxy.mend()
  await expectMended(page, 'Depois')
})

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

// Rule: M-FAIL-13
test('a chunk that was changed on its way is not run, and the retry gets the right one', async ({
  page,
  faulty,
  openFaulty,
  consoleGuard,
}) => {
  await openFaulty('/app/fixture/event')
  await expect(page.getByRole('button', { name: 'Contar' })).toBeVisible()
  faulty.proxy.fail(chunk, { kind: 'corrupt' })
  await shell(page).link('Depois').click()
  await expectBroken({ page, consoleGuard, log: /mfe-fixture 1\.0\.0: chunk: [^]*route-late/ })
  faulty.proxy.mend()
  await expectMended(page, 'Depois')
})
