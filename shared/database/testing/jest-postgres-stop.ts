import './jest-postgres.ts'

// oxlint-disable-next-line import/no-default-export -- Jest calls a module's default export
export default async (): Promise<void> => globalThis.stopTestPostgres?.()
