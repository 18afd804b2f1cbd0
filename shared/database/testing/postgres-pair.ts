import { createPostgresFolder, executeOn } from './postgres-server.ts'
import { until } from './until.ts'

/** A primary and a streaming standby. */
export type PostgresPair = {
  /** The address names both servers. */
  createDatabase(): Promise<string>
  /** Stops the primary like a crash. */
  killPrimary(): Promise<void>
  promoteStandby(): Promise<void>
  stop(): Promise<void>
}

/**
 * A COMMIT returns after the standby applied it (`remote_apply`), so a failover loses no answered
 * transaction. The standby starts from a copy of the primary's folder, because the test binaries
 * have no `pg_basebackup`.
 */
export const startPostgresPair = async (): Promise<PostgresPair> => {
  const first = await createPostgresFolder()
  const second = await createPostgresFolder(first)
  const primary = await first.start([
    'fsync=off',
    'synchronous_standby_names=standby',
    'synchronous_commit=remote_apply',
  ])
  await second.makeStandby(`host=${first.folder} user=postgres application_name=standby`)
  const standby = await second.start(['fsync=off'])
  let primaryRuns = true

  const killPrimary = async () => {
    if (!primaryRuns) return
    primaryRuns = false
    await primary.end('SIGQUIT')
  }
  const takesWrites = () =>
    executeOn(standby.url, 'CREATE TEMP TABLE written (n int)').then(
      () => true,
      () => false,
    )
  return {
    createDatabase: async () => {
      const url = new URL(await primary.createDatabase())
      url.searchParams.set('host', `${first.folder},${second.folder}`)
      return url.href
    },
    killPrimary,
    promoteStandby: async () => {
      await executeOn(standby.url, 'SELECT pg_promote(true, 30)')
      await until('the standby takes writes', takesWrites)
    },
    stop: async () => {
      await killPrimary()
      await standby.end('SIGINT')
      await first.remove()
      await second.remove()
    },
  }
}
