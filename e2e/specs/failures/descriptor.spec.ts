import { htmlInstead, type Fault } from '../../testing/fault-proxy.ts'
import { takeClock } from '../../testing/page-clock.ts'
import { expect, expectBroken, expectMended, factsPath, test } from '../../testing/failure-test.ts'

const faults: Readonly<Record<string, { fault: Fault; cause: RegExp }>> = {
  'answers 404': { fault: { kind: 'status', status: 404 }, cause: /mfe-fixture 1\.0\.0: descriptor: HTTP 404/ },
  'answers 500': { fault: { kind: 'status', status: 500 }, cause: /mfe-fixture 1\.0\.0: descriptor: HTTP 500/ },
  'is HTML instead of JSON': { fault: htmlInstead, cause: /mfe-fixture 1\.0\.0: descriptor: .*not JSON/ },
  'drops the connection': { fault: { kind: 'drop' }, cause: /mfe-fixture 1\.0\.0: descriptor: .*does not answer/ },
  'is JSON but no descriptor': {
    fault: { kind: 'body', contentType: 'application/json', body: '{"name":"mfe-fixture"}' },
    cause: /mfe-fixture 1\.0\.0: descriptor: not a descriptor/,
  },
}

for (const [name, { fault, cause }] of Object.entries(faults)) {
  // Rule: M-FAIL-2
  test(`a descriptor that ${name} breaks its own part alone, and the retry mends it`, async ({
    page,
    overridden,
    openOverridden,
    consoleGuard,
  }) => {
    overridden.proxy.fail(/remote\.json/, { ...fault })
    await openOverridden(factsPath)
    await expectBroken({ page, consoleGuard, log: cause })
    overridden.proxy.mend()
    await expectMended(page)
  })
}

// Rule: M-FAIL-3
test('a descriptor that hangs counts as failed after 5 s', async ({
  page,
  overridden,
  openOverridden,
  consoleGuard,
}) => {
  const clock = await takeClock(page)
  overridden.proxy.fail(/remote\.json/, { kind: 'hang' })
  const asked = () => overridden.proxy.requests.filter((address) => address.includes('remote.json')).length
  const before = asked()
  await openOverridden(factsPath)
  const giveUp = async (times: number) => {
    await expect.poll(asked).toBe(before + times)
    await clock.pass(6_000, /remote\.json/)
  }
  await giveUp(1)
  const log = /mfe-fixture 1\.0\.0: descriptor: no answer within 5 s/
  await expectBroken({ page, consoleGuard, log, again: () => giveUp(2) })
  overridden.proxy.mend()
  await expectMended(page)
})
