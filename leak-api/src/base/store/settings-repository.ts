import { type Queryable, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import type { FixedPurpose } from '../key-ring.ts'
import { createFingerprint } from './fingerprint.ts'

export const createSettingsRepository = (database: Queryable) => ({
  get: async (name: string): Promise<string | undefined> => {
    const [found] = await database.query(
      object({ value: string() }),
      sql`SELECT value FROM setting WHERE name = ${name}`,
    )
    return found?.value
  },
  /** Keeps an existing value. */
  add: async (name: string, value: string): Promise<void> => {
    await database.execute(sql`INSERT INTO setting (name, value) VALUES (${name}, ${value}) ON CONFLICT DO NOTHING`)
  },
  /** Keeps the last value. */
  set: async (name: string, value: string): Promise<void> => {
    await database.execute(
      sql`INSERT INTO setting (name, value) VALUES (${name}, ${value}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    )
  },
  remove: async (name: string): Promise<void> => {
    await database.execute(sql`DELETE FROM setting WHERE name = ${name}`)
  },
})

const settingOf = (purpose: FixedPurpose) => `${purpose}_key`
const proofOf = (key: Uint8Array) => createFingerprint(key)('proof', 'of the key')

/** True too for a database without a key. */
export const isKnownKey = async (database: Queryable, purpose: FixedPurpose, key: Uint8Array): Promise<boolean> => {
  const proof = await createSettingsRepository(database).get(settingOf(purpose))
  return proof === undefined || proof === proofOf(key)
}

export const isKeyInUse = async (database: Queryable, purpose: FixedPurpose): Promise<boolean> =>
  (await createSettingsRepository(database).get(settingOf(purpose))) !== undefined

export const otherKey = (purpose: FixedPurpose): Error =>
  new Error(`${purpose} key: this database was filled with another one; give that one back (keys/${purpose}.key)`)

/** Throws for another key: all passwords would count twice. */
export const proveKey = async (database: Queryable, purpose: FixedPurpose, key: Uint8Array): Promise<void> => {
  await createSettingsRepository(database).add(settingOf(purpose), proofOf(key))
  if (!(await isKnownKey(database, purpose, key))) throw otherKey(purpose)
}
