import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newDataDir } from '../../testing/process.ts'
import { loadKeys } from './keys.ts'

test('keys are made once, differ from each other, and only their owner may read them', async () => {
  const dataDir = newDataDir()
  const keys = await loadKeys(dataDir, {})
  expect(await loadKeys(dataDir, {})).toEqual(keys)
  expect(new Set(Object.values(keys).map((key) => Buffer.from(key).toString('hex'))).size).toBe(3)
  expect(statSync(join(dataDir, 'keys', 'token.key')).mode & 0o777).toBe(0o600)
})

test('a key from the environment comes first, and writes no file', async () => {
  const dataDir = newDataDir()
  const key = Buffer.alloc(32, 5)
  const keys = await loadKeys(dataDir, { LEAK_API_TOKEN_KEY: key.toString('base64url') })
  expect(Buffer.from(keys.token)).toEqual(key)
  expect(() => readFileSync(join(dataDir, 'keys', 'token.key'))).toThrow('ENOENT')
})

test('a key that is too short is refused with its place', async () => {
  const dataDir = newDataDir()
  await expect(loadKeys(dataDir, { LEAK_API_LINK_KEY: 'c2hvcnQ' })).rejects.toThrow('LEAK_API_LINK_KEY: a key has')
  await loadKeys(dataDir, {})
  writeFileSync(join(dataDir, 'keys', 'link.key'), 'c2hvcnQ')
  await expect(loadKeys(dataDir, {})).rejects.toThrow('link.key: a key has at least 32 bytes')
})
