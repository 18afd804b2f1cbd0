import type { Queryable } from '@atalaia/database'
import { object, string } from 'zod/mini'

/** Facts that the program finds again in this database at its next start, by name. */
export type SettingsRepository = {
  get(name: string): Promise<string | undefined>
  /** Keeps the first value: a setting that is there stays as it is. */
  add(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
}

export const createSettingsRepository = (database: Queryable): SettingsRepository => ({
  get: async (name) => {
    const [found] = await database.query(object({ value: string() }), 'SELECT value FROM setting WHERE name = $1', [
      name,
    ])
    return found?.value
  },
  add: async (name, value) => {
    await database.execute('INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, value])
  },
  remove: async (name) => {
    await database.execute('DELETE FROM setting WHERE name = $1', [name])
  },
})
