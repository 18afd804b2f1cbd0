import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { budgetSchema } from '@atalaia/contracts'
import { remoteConfig } from './remote-config.ts'
import { shellConfig } from './shell-config.ts'
import { build, createFixture, remoteFiles, shellFiles, sourceDescriptor } from './testing/fixture.ts'

const root = join(import.meta.dirname, '../../..')
const withBudget = (budget: object) => ({
  ...remoteFiles,
  'remote.json': JSON.stringify({ ...sourceDescriptor, budget }),
})

const failureOf = async (files: Readonly<Record<string, string>>, config: typeof remoteConfig) => {
  const fixture = await createFixture(files)
  try {
    const failure = await build(config(fixture.dir, { mode: 'production' })).catch((error: unknown) => error)
    await expect(fixture.read('remote.json')).rejects.toThrow('ENOENT')
    await expect(fixture.read('shell.json')).rejects.toThrow('ENOENT')
    return String(failure)
  } finally {
    await fixture.remove()
  }
}

// Rule: M-SPEED-8
test('the build of a remote whose route is above its limit fails, and names route, bytes, file and place', async () => {
  const budget = { routeBytes: 20_000, routes: { one: 5000 }, entryBytes: 20_000 }
  const failure = await failureOf(withBudget(budget), remoteConfig)
  expect(failure).toMatch(
    /mfe-fixture: route one: \d+ bytes, \d+ over its budget of 5000; largest: .*route-one\.\w+\.js \d+.*\(budget in remote\.json\)/,
  )
  expect(failure).not.toMatch(/route two|entry:|all files/)
})

// Rule: M-SPEED-8
test('the build of a shell above its limits fails, and names each', async () => {
  const budget = { entryBytes: 1, routeBytes: 2, totalBytes: 3 }
  const failure = await failureOf({ ...shellFiles, 'shell.json': JSON.stringify({ budget }) }, shellConfig)
  for (const what of ['entry: ', 'route page: ', 'all files: ']) expect(failure).toContain(`host-shell: ${what}`)
  expect(failure).toMatch(/route page: .* largest: shared\.\w+\.js/)
})

test('a build for development is not held to the budget', async () => {
  const fixture = await createFixture(withBudget({ totalBytes: 1 }))
  await build(remoteConfig(fixture.dir, { mode: 'development' }))
  expect(JSON.parse(await fixture.readText('remote.json'))).toMatchObject({ budget: { totalBytes: 1 } })
  await fixture.remove()
})

// Rule: M-SPEED-8
test.each([
  'host-shell/shell.json',
  ...['analytics', 'auth', 'landing', 'template-kit'].map((of) => `mfe-${of}/remote.json`),
])('%s has a limit for its entry, its routes and all files', (file) => {
  const { budget } = JSON.parse(readFileSync(join(root, file), 'utf8'))
  const { entryBytes, routeBytes, totalBytes } = budgetSchema.parse(budget)
  for (const limit of [entryBytes, routeBytes, totalBytes]) expect(limit).toBeGreaterThan(0)
})
