import { type Queryable, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import type { Fingerprint } from './fingerprint.ts'

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

const KEY_PROOF = 'fingerprint_key'

/** True too for a database without a key. */
export const isKnownFingerprint = async (database: Queryable, fingerprint: Fingerprint): Promise<boolean> => {
  const proof = await createSettingsRepository(database).get(KEY_PROOF)
  return proof === undefined || proof === fingerprint('proof', 'of the key')
}

export const isFingerprintKeyKnown = async (database: Queryable): Promise<boolean> =>
  (await createSettingsRepository(database).get(KEY_PROOF)) !== undefined

export const otherFingerprintKey = (): Error =>
  new Error('fingerprint key: this database was filled with another one; give that one back (keys/fingerprint.key)')

/** Throws for another key: all passwords would count twice. */
export const proveFingerprintKey = async (database: Queryable, fingerprint: Fingerprint): Promise<void> => {
  const settings = createSettingsRepository(database)
  const proof = fingerprint('proof', 'of the key')
  await settings.add(KEY_PROOF, proof)
  if ((await settings.get(KEY_PROOF)) !== proof) throw otherFingerprintKey()
}
