import { sql } from '@atalaia/database'
import { until } from '@atalaia/database/testing/until'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { onPostgres } from '../../../testing/each-database.ts'
import { newDataDir } from '../../../testing/process.ts'
import { waiting } from '../../../testing/waiting.ts'
import { createKeyRegister } from './key-register.ts'
import { keyFile, keyVariable } from './keys.ts'
import { openKeys } from './open-keys.ts'

const text = () => randomBytes(32).toString('base64url')
const environmentOf = () => ({
  LEAK_API_TOKEN_KEY: text(),
  LEAK_API_LINK_KEY: text(),
  LEAK_API_FINGERPRINT_KEY: text(),
  LEAK_API_PROOF_KEY: text(),
})

const PURPOSES = ['token', 'link', 'fingerprint', 'proof'] as const

const environmentIn = (dataDir: string): NodeJS.ProcessEnv =>
  Object.fromEntries(PURPOSES.map((name) => [keyVariable(name), readFileSync(keyFile(dataDir, name), 'utf8')]))

onPostgres((database) => {
  const open = (environment: NodeJS.ProcessEnv, dataDir = newDataDir()) =>
    openKeys(database(), { dataDir, environment })

  // Rule: M-ROTATE-1, M-PRIVACY-4
  test.each([
    [
      'LEAK_API_TOKEN_KEY',
      /^token key: this database is used with key [\da-f]{12}, which is not in LEAK_API_TOKEN_KEY/,
    ],
    ['LEAK_API_LINK_KEY', /^link key: this database is used with key [\da-f]{12}, which is not in LEAK_API_LINK_KEY/],
    ['LEAK_API_FINGERPRINT_KEY', /^fingerprint key: this database was filled with another one/],
    ['LEAK_API_PROOF_KEY', /^proof key: this database was filled with another one/],
  ])(
    'a server with another %s is refused in one sentence, and one with the same keys starts',
    async (name, sentence) => {
      const environment = environmentOf()
      const first = await open(environment)
      await expect(open({ ...environment, [name]: text() })).rejects.toThrow(sentence)
      expect((await open(environment)).keys.token.current.id).toBe(first.keys.token.current.id)
      // A further key is no other key.
      const more = { ...environment, LEAK_API_TOKEN_KEY: `${text()},${environment.LEAK_API_TOKEN_KEY}` }
      expect((await open(more)).keys.token.current.id).toBe(first.keys.token.current.id)
    },
  )

  // Rule: M-ROTATE-1
  // Threat: T-ACCOUNT-42
  test('of servers that start with different keys at the same moment those with one of them go on', async () => {
    const shared = environmentOf()
    const starts = Array.from({ length: 6 }, () => open({ ...shared, LEAK_API_TOKEN_KEY: text() }))
    const ends = await Promise.allSettled(starts)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  // Rule: M-ROTATE-1, M-PRIVACY-4
  test('where a key is missing whose database is used with one, none is made in its place', async () => {
    const dataDir = newDataDir()
    await open({}, dataDir)
    for (const name of PURPOSES) {
      const other = newDataDir()
      const copied = { ...environmentIn(dataDir), [keyVariable(name)]: '' }
      await expect(open(copied, other)).rejects.toThrow(`${name} key: this database`)
      expect(existsSync(keyFile(other, name))).toBe(false)
    }
  })

  // Rule: M-ROTATE-28
  test('on a database that servers share, a start makes no key of its own', async () => {
    const dataDir = newDataDir()
    const opening = openKeys(database(), { dataDir, environment: {}, isShared: true })
    await expect(opening).rejects.toThrow('fingerprint key: there is none in LEAK_API_FINGERPRINT_KEY or in')
    expect(existsSync(keyFile(dataDir, 'fingerprint'))).toBe(false)
  })

  // Rule: M-NOTICE-1
  test('on such a database servers without a key of proofs start, until one of them has had it', async () => {
    const { LEAK_API_PROOF_KEY, ...others } = environmentOf()
    const openWithout = () => openKeys(database(), { dataDir: newDataDir(), environment: others, isShared: true })
    expect((await openWithout()).keys.proof).toBeUndefined()
    expect((await open({ ...others, LEAK_API_PROOF_KEY })).keys.proof).toHaveLength(32)
    await expect(openWithout()).rejects.toThrow('proof key: this database was filled with another one')
  })

  // Rule: M-ROTATE-3
  test('a running server whose file is gone, broken or unreadable goes on with its keys, and says so', async () => {
    const dataDir = newDataDir()
    const { keys, refreshKeys, leaveKeys } = await open({}, dataDir)
    await refreshKeys()
    const before = keys.token.all
    const register = createKeyRegister(database())
    const file = keyFile(dataDir, 'token')
    const breaks: readonly (readonly [() => void, string])[] = [
      [() => writeFileSync(file, ''), 'token.key: a key has at least 32 bytes'],
      [() => writeFileSync(file, text()), 'token key: this database is used with key'],
      [() => rmSync(file), 'token.key is gone'],
      [() => mkdirSync(file), 'EISDIR'],
    ]
    for (const [harm, sentence] of breaks) {
      harm()
      await expect(refreshKeys()).rejects.toThrow(sentence)
      expect(keys.token.all).toBe(before)
      expect(await register.holders()).toMatchObject([{ used: [before[0].id, keys.link.current.id] }])
    }
    await leaveKeys()
    expect(await register.holders()).toEqual([])
  })

  // Rule: M-ROTATE-3
  test('a server that starts while a key that it lacks becomes current is refused', async () => {
    const { keys, refreshKeys } = await open({})
    const before = keys.token.current.id
    const outcome = await database().transaction(async (transaction) => {
      const register = createKeyRegister(transaction)
      await register.lockHolders()
      const refreshed = Promise.allSettled([refreshKeys()])
      await until('the server waits', async () => (await waiting(database())) === 1)
      await register.activate('token', 'ffffffffffff')
      return () => refreshed
    })
    const [refreshed] = await outcome()
    expect(refreshed).toMatchObject({ reason: { message: expect.stringMatching(/^token key: .* key f{12}, which/) } })
    expect(keys.token.current.id).toBe(before)
  })

  // Rule: M-ROTATE-3
  test('a server that was not seen for a while holds no rotation back', async () => {
    const { refreshKeys } = await open({})
    await refreshKeys()
    const register = createKeyRegister(database())
    expect(await register.holders()).toHaveLength(1)
    await database().execute(sql`UPDATE key_holder SET seen_at = seen_at - interval '36 seconds'`)
    expect(await register.holders()).toEqual([])
  })
})
