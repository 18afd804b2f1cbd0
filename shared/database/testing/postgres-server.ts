import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { postgresBinaries, serverUser } from './postgres-binaries.ts'

/** A real PostgreSQL server, for tests and measurements. */
export type PostgresServer = {
  /** The address of its database `postgres`. */
  readonly url: string
  /** Creates an empty database, and returns its address. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

const run = promisify(execFile)
const ready = /database system is ready to accept connections/
const english = { ...process.env, LC_ALL: 'C' }

const untilReady = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = ''
    server.stderr?.on('data', (text: Buffer) => {
      said = `${said}${text.toString()}`.slice(-4000)
      if (ready.test(said)) resolve()
    })
    server.once('exit', (code) => reject(new Error(`PostgreSQL: ended with ${String(code)} while starting: ${said}`)))
    server.once('error', reject)
  })

const execute = async (url: string, sql: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

/** Creates an empty database on the server at `url`, and returns its address. */
export const createDatabaseOn = async (url: string): Promise<string> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await execute(url, `CREATE DATABASE ${name}`)
  return url.replace('/postgres?', `/${name}?`)
}

/** A server of its own, in a folder of its own, on a Unix socket alone; `settings` are its `-c` options. */
export const startPostgresServer = async (settings: readonly string[] = ['fsync=off']): Promise<PostgresServer> => {
  const user = serverUser()
  const binaries = await postgresBinaries()
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  const data = join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  for (const path of [folder, data]) if (user.uid !== undefined) await chown(path, user.uid, user.uid)

  const options = { ...user, env: english, cwd: folder }
  await run(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--locale=C', '--encoding=UTF8'],
    options,
  )
  const flags = ['listen_addresses=', `unix_socket_directories=${folder}`, ...settings].flatMap((flag) => ['-c', flag])
  const server = spawn(join(binaries, 'postgres'), ['-D', data, ...flags], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const kill = () => server.kill('SIGQUIT')
  process.once('exit', kill)
  await untilReady(server)

  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`
  return {
    url,
    createDatabase: () => createDatabaseOn(url),
    stop: async () => {
      process.removeListener('exit', kill)
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
