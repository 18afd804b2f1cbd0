import { guardConsole } from '../testing/console-guard.ts'
import { expect, test } from '../testing/test.ts'

// What the linter sees to: every test has the guard, because it takes `test` from e2e/testing (scripts/support/imports/packages.ts).

test('a message fails the test unless it is allowed', async ({ browser, context, consoleGuard }) => {
  consoleGuard.allow(/on purpose/, 'the message that is looked for')
  const { guard, check } = guardConsole(browser, context)
  const page = await context.newPage()
  expect(check).not.toThrow()
  await page.evaluate(() => console.info('on purpose'))
  await expect.poll(() => guard.messages).toEqual([expect.stringContaining('on purpose')])
  expect(check).toThrow(/info: on purpose/)
  guard.allow(/on purpose/, 'it was looked at')
  expect(check).not.toThrow()
})

// As in the tests of conformance, and of several browsers.
test('a message in a context that the test opens itself fails the test', async ({ browser, context, consoleGuard }) => {
  consoleGuard.allow(/on purpose/, 'the message that is looked for')
  const { check } = guardConsole(browser, context)
  const other = await browser.newContext()
  const page = await other.newPage()
  const logged = page.waitForEvent('console')
  await page.evaluate(() => console.info('on purpose'))
  await logged
  await other.close()
  expect(check).toThrow(/info: on purpose/)
})

test('an uncaught error fails the test', async ({ browser, context, consoleGuard }) => {
  consoleGuard.allow(/on purpose/, 'the error that is looked for')
  const { check } = guardConsole(browser, context)
  const page = await context.newPage()
  const thrown = page.waitForEvent('pageerror')
  await page.evaluate(
    () =>
      void setTimeout(() => {
        throw new Error('on purpose')
      }),
  )
  await thrown
  expect(check).toThrow(/uncaught: on purpose/)
})
