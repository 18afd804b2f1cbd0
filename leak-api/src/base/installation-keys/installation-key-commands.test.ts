import { randomBytes } from 'node:crypto'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { killServers, newDataDir, runHere, startServer } from '../../../testing/process.ts'
import { leaksCommands } from '../../cli/leaks-commands.ts'

afterEach(killServers)

const keyText = () => randomBytes(32).toString('base64url')

// Rule: M-ROTATE-1, M-ROTATE-3
test('a server that runs is shown until it ends, and another one with other keys does not start beside it', async () => {
  const [dataDir, url] = [newDataDir(), await createTestDatabase()]
  const server = startServer(dataDir, { DATABASE_URL: url })
  await server.listening
  const run = runHere(leaksCommands, dataDir, { DATABASE_URL: url })
  const list = async () => JSON.parse((await run('installation-keys', '--json')).out)
  expect(await list()).toMatchObject({ servers: 1, keys: [{ state: 'current', servers: 1 }, { servers: 1 }, {}, {}] })

  const second = startServer(newDataDir(), { DATABASE_URL: url, LEAK_API_TOKEN_KEY: keyText() })
  expect(await second.ended()).toBe(1)
  expect(second.said.err).toMatch(/^leak-api: (fingerprint|token|proof) key: this database /m)
  expect(await server.kill('SIGTERM')).toBe(0)
  expect(await list()).toMatchObject({ servers: 0 })
})

// Rule: M-ROTATE-2, M-ROTATE-5
test('commands show no key but a new one for the environment, and nothing is retired without --yes', async () => {
  const [dataDir, url, token] = [newDataDir(), await createTestDatabase(), keyText()]
  const environment = { DATABASE_URL: url, LEAK_API_TOKEN_KEY: token }
  const server = startServer(dataDir, environment)
  await server.listening
  await server.kill('SIGTERM')
  const run = runHere(leaksCommands, dataDir, environment)

  const shown = await run('installation-keys')
  expect(shown.out).toMatch(/^token +[\da-f]{12} +current +\S+ +0 of 0 +LEAK_API_TOKEN_KEY$/m)
  expect(shown.out).toMatch(/^fingerprint: it cannot be rotated.* A new one costs an empty database/m)

  const rotated = await run('installation-keys', 'rotate')
  expect([rotated.code, rotated.out]).toEqual([1, ''])
  expect(rotated.err).toMatch(/^Servers sign with the new keys: link [\da-f]{12}\./)
  const [, added = ''] = /^ {2}LEAK_API_TOKEN_KEY {2}(,[\w-]{43})$/m.exec(rotated.err) ?? []
  const set = runHere(leaksCommands, dataDir, { ...environment, LEAK_API_TOKEN_KEY: `${token}${added}` })
  expect((await set('installation-keys', 'rotate')).out).toMatch(/^Servers sign with the new keys: token [\da-f]{12}\./)

  const { keys } = JSON.parse((await set('installation-keys', '--json')).out)
  const former = keys.find(({ purpose, state }: Record<string, string>) => purpose === 'token' && state === 'former').id
  const asked = await set('installation-keys', 'retire', former, '--now')
  expect([asked.code, asked.err]).toEqual([1, expect.stringContaining('Nothing was done: add --yes. Sessions that')])
  expect(await set('installation-keys', 'retire', former, '--yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('counts for 9 more hours; --now ends it'),
  })
  const retired = await set('installation-keys', 'retire', former, '--now', '--yes')
  expect([retired.code, retired.out]).toEqual([0, expect.stringContaining('Take it out of LEAK_API_TOKEN_KEY')])
  for (const { out, err } of [shown, asked, retired])
    expect(out + err).not.toMatch(new RegExp(`${token}|${added.slice(1)}`))

  for (const words of [['rotate', 'fingerprint'], ['rotate', 'api'], ['rotate', 'token', 'link'], ['retire']])
    expect((await set('installation-keys', ...words)).code).toBe(2)
  for (const purpose of ['fingerprint', 'proof'])
    expect((await set('installation-keys', 'rotate', purpose)).err).toContain('it cannot be rotated')
})
