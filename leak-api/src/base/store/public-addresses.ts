import type { Queryable } from '@atalaia/database'
import { createSettingsRepository } from './settings-repository.ts'

export type PublicAddresses = {
  readonly origin: string
  readonly apiUrl: string
}

const [ORIGIN, API_URL] = ['public_origin', 'public_api_url'] as const

/** Stores a starting server's addresses, for commands without them (M-COMMAND-2). */
export const noteAddresses = async (database: Queryable, { origin, apiUrl }: PublicAddresses): Promise<void> => {
  const settings = createSettingsRepository(database)
  await settings.set(ORIGIN, origin)
  await settings.set(API_URL, apiUrl)
}

/** The last started server's addresses; `undefined`: none yet. */
export const readAddresses = async (database: Queryable): Promise<PublicAddresses | undefined> => {
  const settings = createSettingsRepository(database)
  const [origin, apiUrl] = [await settings.get(ORIGIN), await settings.get(API_URL)]
  return origin === undefined || apiUrl === undefined ? undefined : { origin, apiUrl }
}
