import { shell } from '../../pages/shell.ts'
import { expect } from '../../testing/test.ts'
import { takeClock } from '../../testing/page-clock.ts'
import { expectBroken, expectMended, factsPath, giveUpWaiting, test } from '../../testing/failure-test.ts'

const entry = /mfe-fixture\/.*remote-entry\./

// Rule: M-FAIL-1, M-FAIL-4, P-ERROR-5
test('an entry script that answers 404 breaks its own part alone, and the retry mends it', async ({
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

// Rule: M-FAIL-4
test('an entry script whose server drops the connection breaks its own part alone', async ({
  page,
  faulty,
  openFaulty,
  consoleGuard,
}) => {
  faulty.proxy.fail(entry, { kind: 'drop' })
  await openFaulty(factsPath)
  await expectBroken({ page, consoleGuard, log: /mfe-fixture 1\.0\.0: entry script: the server does not answer/ })
  faulty.proxy.mend()
  await expectMended(page)
})

// Rule: M-FAIL-5
test('an entry script that hangs counts as failed after 15 s', async ({ page, faulty, openFaulty, consoleGuard }) => {
  const clock = await takeClock(page)
  faulty.proxy.fail(entry, { kind: 'hang' })
  await openFaulty(factsPath)
  const giveUp = () => giveUpWaiting({ page, clock, script: entry, seconds: 16 })
  await giveUp()
  const log = /mfe-fixture 1\.0\.0: entry script: no answer within 15 s/
  await expectBroken({ page, consoleGuard, log, again: giveUp })
  faulty.proxy.mend()
  await expectMended(page)
})

// Rule: M-FAIL-6
test('an entry script that does not match its hash is not run, and the retry gets the right one', async ({
  page,
  faulty,
  openFaulty,
  consoleGuard,
}) => {
  faulty.proxy.fail(entry, { kind: 'corrupt' })
  await openFaulty(factsPath)
  await expectBroken({ page, consoleGuard, log: /mfe-fixture 1\.0\.0: entry script: integrity mismatch/ })
  faulty.proxy.mend()
  await expectMended(page)
})

// Rule: M-FAIL-4
test('an entry script that was built as rubbish breaks its own part alone', async ({
  page,
  openVariant,
  consoleGuard,
}) => {
  consoleGuard.allow(/SyntaxError|Unexpected|uncaught/, 'the script is no JavaScript')
  await openVariant({ files: ({ artifact }) => ({ [artifact.entry]: 'this is (not JavaScript' }) }, factsPath)
  await expectBroken({ page, consoleGuard, log: /mfe-fixture 1\.0\.0: entry script: / })
})

// Rule: M-FAIL-4
test('an entry script that makes no container breaks its own part alone', async ({
  page,
  openVariant,
  consoleGuard,
}) => {
  await openVariant({ files: ({ artifact }) => ({ [artifact.entry]: 'globalThis.something = 1' }) }, factsPath)
  await expectBroken({ page, consoleGuard, log: /mfe-fixture 1\.0\.0: entry script: / })
})
