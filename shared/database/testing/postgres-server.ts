import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { asServerUser, embeddedBinaries, giveToServer } from '../src/embedded/binaries.ts'

export type PostgresServer = {
  readonly url: string
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

const run = promisify(execFile)
const ready = /database system is ready to accept (read-only )?connections/
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

export const executeOn = async (url: string, sql: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

export const createDatabaseOn = async (url: string): Promise<string> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await executeOn(url, `CREATE DATABASE ${name}`)
  return url.replace('/postgres?', `/${name}?`)
}

export type RunningPostgres = Omit<PostgresServer, 'stop'> & {
  /** SIGINT stops in order, SIGQUIT like a crash. */
  end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>
}

/** Temporary data folder of a server that listens on a Unix socket in it. */
export type PostgresFolder = {
  readonly folder: string
  readonly data: string
  /** `connection`: its `primary_conninfo`. */
  makeStandby(connection: string): Promise<void>
  /** `settings`: `-c` options. */
  start(settings: readonly string[]): Promise<RunningPostgres>
  remove(): Promise<void>
}

const initialise = async (data: string, binaries: string, options: object) => {
  const how = ['-U', 'postgres', '-A', 'trust', '--no-sync', '--locale=C', '--encoding=UTF8']
  await run(...asServerUser(join(binaries, 'initdb'), ['-D', data, ...how]), options)
}

/** Empty data, or a copy of a stopped server's folder. */
export const createPostgresFolder = async (copyOf?: PostgresFolder): Promise<PostgresFolder> => {
  const binaries = await embeddedBinaries(tmpdir())
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  const data = join(folder, 'data')
  const options = { env: english, cwd: folder }
  await mkdir(data, { mode: 0o700 })
  for (const path of [folder, data]) await giveToServer(path)
  // By the server's own user, who must own every file.
  if (copyOf) await run(...asServerUser('cp', ['-R', `${copyOf.data}/.`, data]), options)
  else await initialise(data, binaries, options)

  return {
    folder,
    data,
    makeStandby: async (connection) => {
      await writeFile(join(data, 'standby.signal'), '')
      await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`)
      await giveToServer(join(data, 'standby.signal'))
    },
    start: async (settings) => {
      const flags = ['listen_addresses=', `unix_socket_directories=${folder}`, ...settings]
      const args = ['-D', data, ...flags.flatMap((flag) => ['-c', flag])]
      const server = spawn(...asServerUser(join(binaries, 'postgres'), args), {
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
        end: async (signal) => {
          process.removeListener('exit', kill)
          const ended = once(server, 'exit')
          server.kill(signal)
          await ended
        },
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A separate server on a Unix socket; `settings` are `-c` options. */
export const startPostgresServer = async (settings: readonly string[] = ['fsync=off']): Promise<PostgresServer> => {
  const place = await createPostgresFolder()
  const { url, createDatabase, end } = await place.start(settings)
  return {
    url,
    createDatabase,
    stop: async () => {
      await end('SIGINT')
      await place.remove()
    },
  }
}
