import { once } from 'node:events'
import { mkdtemp, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { hasFailed, reportsText, runChecks, type Check } from './check.ts'
import { backupCheck, certificateCheck, clockCheck, dnsCheck } from './machine-checks.ts'

const stateOf = async (check: Check) => (await runChecks([check], 'en')).map(({ state }) => state).join('')

const advice = { en: 'Start it.', pt: 'Inicie.' }

// Rule: M-INSTALLATION-1
test('each check is a line with its remedy, and one that breaks has failed', async () => {
  const checks: readonly Check[] = [
    {
      name: { en: 'disk', pt: 'Disco' },
      advice,
      run: async () => ({ state: 'ok', text: { en: 'room', pt: 'espaço' } }),
    },
    { name: { en: 'database', pt: 'Banco' }, advice, run: () => Promise.reject(new Error('no answer')) },
  ]
  const reports = await runChecks(checks, 'en')
  expect(reportsText(reports)).toBe(
    ['ok    disk      room', 'fail  database  no answer', '                Start it.', ''].join('\n'),
  )
  expect(hasFailed(reports)).toBe(true)
  expect(await runChecks(checks, 'pt')).toMatchObject([{ name: 'Disco', text: 'espaço' }, { advice: 'Inicie.' }])
})

// Rule: M-INSTALLATION-1
test('the age of a backup is that of its stamp', async () => {
  const stamp = join(await mkdtemp(join(tmpdir(), 'stamp-')), 'backup')
  expect(await stateOf(backupCheck(undefined))).toBe('warn')
  expect(await stateOf(backupCheck(stamp))).toBe('fail')
  await writeFile(stamp, '')
  expect(await stateOf(backupCheck(stamp))).toBe('ok')
  const before = new Date(Date.now() - 27 * 3_600_000)
  await utimes(stamp, before, before)
  expect(await stateOf(backupCheck(stamp))).toBe('fail')
})

// Rule: M-INSTALLATION-1
test.each([
  [0, 'ok'],
  [10_000, 'warn'],
  [-120_000, 'fail'],
])('a clock %d ms from the database: %s', async (difference, state) => {
  expect(await stateOf(clockCheck(() => Promise.resolve(Date.now() + difference)))).toBe(state)
})

// Rule: M-INSTALLATION-1
test('a name without DNS fails, and an origin without TLS is a warning', async () => {
  expect(await stateOf(dnsCheck('https://atalaia.invalid'))).toBe('fail')
  expect(await stateOf(dnsCheck('https://localhost'))).toBe('ok')
  expect(await stateOf(certificateCheck('http://localhost'))).toBe('warn')
})

// Rule: M-INSTALLATION-1
test('a proxy that has no certificate yet is a finding in a few words', async () => {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  expect(await runChecks([certificateCheck(`https://localhost:${address.port}`)], 'en')).toMatchObject([
    { state: 'fail', text: expect.stringMatching(/^localhost: [\w/ ]+$/), advice: 'Look at the proxy that ends TLS.' },
  ])
  server.close()
})
