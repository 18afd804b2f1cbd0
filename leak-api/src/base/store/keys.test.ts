import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { newDataDir } from '../../../testing/process.ts'
import { KEY_PURPOSES } from '../key-ring.ts'
import { keyFile, makeKeySet, readKeySet, writeKeys } from './keys.ts'

const text = () => randomBytes(32).toString('base64url')
const inEnvironment = (value: string) => ({ dataDir: newDataDir(), environment: { LEAK_API_TOKEN_KEY: value } })

test('keys are made once, differ from each other, and only their owner may read them', async () => {
  const dataDir = newDataDir()
  const made = await Promise.all(KEY_PURPOSES.map((name) => makeKeySet(name, dataDir)))
  expect(new Set(made.map(({ keys }) => keys[0].secret.export().toString('hex'))).size).toBe(4)
  const again = await makeKeySet('token', dataDir)
  expect(again.keys[0].id).toBe(made[0]?.keys[0].id)
  expect(statSync(keyFile(dataDir, 'token')).mode & 0o777).toBe(0o600)
})

test('a key from the environment comes before that of the file', async () => {
  const [dataDir, key] = [newDataDir(), Buffer.alloc(32, 5)]
  await makeKeySet('token', dataDir)
  const set = await readKeySet('token', { dataDir, environment: { LEAK_API_TOKEN_KEY: key.toString('base64url') } })
  expect(set?.keys.map(({ secret }) => secret.export())).toEqual([key])
  expect(set?.place).toBe('LEAK_API_TOKEN_KEY')
})

// Rule: M-ROTATE-2
test('a set holds several keys, whose ids tell nothing but themselves, and differ by purpose', async () => {
  const [one, other] = [text(), text()]
  const places = {
    dataDir: newDataDir(),
    environment: { LEAK_API_TOKEN_KEY: `${one}, ${other}`, LEAK_API_LINK_KEY: one },
  }
  const [tokens, links] = [await readKeySet('token', places), await readKeySet('link', places)]
  expect(tokens?.keys.map(({ secret }) => secret.export().toString('base64url'))).toEqual([one, other])
  const ids = [...(tokens?.keys ?? []), ...(links?.keys ?? [])].map(({ id }) => id)
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{12}$/)
})

// A key as tools wrap it stays one key.
test('space and line breaks inside of a key count for nothing', async () => {
  const key = randomBytes(96)
  const wrapped = key.toString('base64').replaceAll(/.{64}/g, '$&\n')
  expect((await readKeySet('token', inEnvironment(wrapped)))?.keys[0].secret.export()).toEqual(key)
})

// Rule: M-ROTATE-2
test.each([
  ['a key that is too short', 'c2hvcnQ', 'LEAK_API_TOKEN_KEY: a key has at least 32 bytes'],
  ['a short one behind another', `${text()},c2hvcnQ`, 'LEAK_API_TOKEN_KEY: a key has at least 32 bytes'],
  ['one key twice', [text()].flatMap((key) => [key, key]).join(','), 'LEAK_API_TOKEN_KEY: it holds the same key twice'],
  ['more than ten', Array.from({ length: 11 }, text).join(','), 'LEAK_API_TOKEN_KEY: it holds more than 10 keys'],
])('%s is refused with its place, and never shown', async (_what, value, message) => {
  const failure: unknown = await readKeySet('token', inEnvironment(value)).catch((error: unknown) => error)
  expect(String(failure)).toContain(message)
  for (const key of value.split(',')) expect(String(failure)).not.toContain(key)
})

test('two fingerprint keys, an empty file and one that cannot be read are refused with their place', async () => {
  const dataDir = newDataDir()
  const environment = { LEAK_API_FINGERPRINT_KEY: `${text()},${text()}` }
  await expect(readKeySet('fingerprint', { dataDir, environment })).rejects.toThrow('one fingerprint key')
  const file = keyFile(dataDir, 'link')
  mkdirSync(dirname(file))
  writeFileSync(file, '')
  await expect(readKeySet('link', { dataDir, environment: {} })).rejects.toThrow(
    'link.key: a key has at least 32 bytes',
  )
  mkdirSync(keyFile(dataDir, 'token'))
  await expect(readKeySet('token', { dataDir, environment: {} })).rejects.toThrow('EISDIR')
})

test('a file is replaced as a whole, with the keys in their order, and only its owner may read it', async () => {
  const dataDir = newDataDir()
  const { keys, place } = await makeKeySet('token', dataDir)
  const [added] = (await makeKeySet('token', newDataDir())).keys
  await writeKeys(place, [...keys, added])
  const set = await readKeySet('token', { dataDir, environment: {} })
  expect(set?.keys.map(({ id }) => id)).toEqual([keys[0].id, added.id])
  expect(statSync(place).mode & 0o777).toBe(0o600)
  expect(existsSync(`${place}.new`)).toBe(false)
  expect(readFileSync(place, 'utf8').split('\n')).toHaveLength(3)
})
