import './jest-postgres.ts'

export default async (): Promise<void> => globalThis.stopTestPostgres?.()
