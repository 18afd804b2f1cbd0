import { expectBroken, factsPath, test } from '../../testing/failure-test.ts'

// Rule: M-FAIL-7
test('an exposed module that is missing breaks its own part alone', async ({ page, openVariant, consoleGuard }) => {
  await openVariant(
    { edit: (descriptor) => ({ ...descriptor, artifact: { ...descriptor.artifact, module: './elsewhere' } }) },
    factsPath,
  )
  await expectBroken({ page, consoleGuard, log: /mfe-fixture 1\.0\.0: module: .*elsewhere/ })
})

// Rule: M-FAIL-8
test('a remote built for another contract is not loaded', async ({ page, openVariant, consoleGuard }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openVariant({ edit: (descriptor) => ({ ...descriptor, contract: '^9.0.0' }) }, factsPath)
  await expectBroken({ page, consoleGuard, log: /mfe-fixture 1\.0\.0: contract: built for \^9\.0\.0/ })
})

// Rule: M-FAIL-9
test('a remote that needs another React than the page shares is not loaded', async ({
  page,
  openVariant,
  consoleGuard,
}) => {
  await openVariant(
    {
      edit: (descriptor) => ({
        ...descriptor,
        artifact: {
          ...descriptor.artifact,
          shared: [{ name: 'react', version: '99.0.0', requiredVersion: '^99.0.0' }],
        },
      }),
    },
    factsPath,
  )
  await expectBroken({ page, consoleGuard, log: /mfe-fixture 1\.0\.0: shared modules: react \^99\.0\.0 wanted/ })
})

// Rule: M-FAIL-10
test('a route that the module does not give back breaks its own part alone', async ({
  page,
  openVariant,
  consoleGuard,
}) => {
  await openVariant(
    {
      edit: (descriptor) => ({
        ...descriptor,
        routes: [...descriptor.routes, { id: 'more', path: '/app/fixture/more', access: 'session', title: 'Mais' }],
      }),
    },
    '/app/fixture/more',
  )
  await expectBroken({ page, consoleGuard, log: /mfe-fixture 1\.0\.0: activate: no route object for more/ })
})
