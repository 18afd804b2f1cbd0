import { createPostgresFolder, executeOn } from './postgres-server.ts'
import { until } from './until.ts'

/** Two PostgreSQL servers, of which the second follows the first (streaming replication). */
export type PostgresPair = {
  /** Creates an empty database, and returns its address, which names both servers. */
  createDatabase(): Promise<string>
  /** Ends the first server at once, as a crash does. */
  killPrimary(): Promise<void>
  /** Makes the second server one that takes writes. */
  promoteStandby(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a primary and its standby. The primary answers a COMMIT once the standby has carried it out
 * (`synchronous_commit = remote_apply`), so that nothing that was answered is lost with it.
 *
 * The standby begins as a copy of the primary's folder from before its first start: the binaries of the tests have no
 * `pg_basebackup`, and this way they need none.
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
