import { migrate as applyMigrations, type Database } from '@atalaia/database'

const folder = new URL('./migrations/', import.meta.url)

/** Brings the API's schema up to date. */
export const migrate = (database: Database): Promise<void> => applyMigrations(database, { folder })
