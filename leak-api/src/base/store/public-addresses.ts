import type { Queryable } from '@atalaia/database'
import { createSettingsRepository } from './settings-repository.ts'

/** The addresses of an installation, which its servers know from their settings. */
export type PublicAddresses = {
  /** The address of the product's pages. */
  readonly origin: string
  /** The absolute address of the API. */
  readonly apiUrl: string
}

const [ORIGIN, API_URL] = ['public_origin', 'public_api_url'] as const

/** Keeps the addresses of a server that starts, for commands that were told none (M-COMMAND-2). */
export const noteAddresses = async (database: Queryable, { origin, apiUrl }: PublicAddresses): Promise<void> => {
  const settings = createSettingsRepository(database)
  await settings.set(ORIGIN, origin)
  await settings.set(API_URL, apiUrl)
}

/** The addresses of the server that started last; `undefined`: none has yet. */
export const readAddresses = async (database: Queryable): Promise<PublicAddresses | undefined> => {
  const settings = createSettingsRepository(database)
  const [origin, apiUrl] = [await settings.get(ORIGIN), await settings.get(API_URL)]
  return origin === undefined || apiUrl === undefined ? undefined : { origin, apiUrl }
}
