import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { lstat, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'zod/mini'
import { messageOf } from '../message-of.ts'
import { asServerUser, embeddedBinaries, giveToServer, serverUser } from './binaries.ts'
import { removeEmptyLock, serverIn, untilEnded } from './server-process.ts'
import {
  DATABASE,
  EMBEDDED_USERS,
  loopbackSchema,
  settingsFor,
  setUp,
  SUPERUSER,
  type EmbeddedUser,
  type Loopback,
} from './settings.ts'

const run = promisify(execFile)

export const EMBEDDED_FOLDER = 'postgres'

/** `sun_path` of unix(7) has 108 bytes with its terminator. */
const MAX_PATH_BYTES = 107
const SOCKET_FILE = '.s.PGSQL.5432'

const LOOPBACK_FILE = 'loopback.json'

const MB = 1024 * 1024
/** At a start, a longer log is renamed. */
const MAX_LOG_BYTES = 4 * MB
const START_SECONDS = 600

export type Cluster = {
  readonly folder: string
  /** Default: the superuser's database. */
  url(user?: EmbeddedUser): Promise<string>
  exists(): Promise<boolean>
  /** Major version of the folder, when it differs from the programs'. */
  otherMajor(): Promise<string | undefined>
  /** Makes users, database and schemas, whole or not at all. `false` when the folder exists. */
  make(): Promise<boolean>
  /** Resolves when the server accepts connections. Rejects with its last message. */
  start(): Promise<void>
  /** Stops in order. A missing server is no error. */
  stop(): Promise<void>
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

const freePort = (): Promise<number> =>
  new Promise((found, failed) => {
    const probe = createServer().once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** The data folder, or the temporary folder when the path would be too long. */
const socketFolder = async (folder: string): Promise<string> => {
  const inside = join(folder, 'run')
  if (Buffer.byteLength(join(inside, SOCKET_FILE)) <= MAX_PATH_BYTES) {
    await mkdir(inside, { recursive: true, mode: 0o700 })
    return inside
  }
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 24)
  const outside = join(tmpdir(), `atalaia-${digest}`)
  await mkdir(outside, { mode: 0o700 }).catch(() => undefined)
  const { uid, mode } = await lstat(outside)
  const own = process.geteuid?.()
  if (own !== undefined && ((mode & 0o777) !== 0o700 || (uid !== own && uid !== serverUser())))
    throw new Error(`${outside}: another user may write to it, and PostgreSQL’s socket would lie there; remove it`)
  return outside
}

/** The failure in the log and the line before it, without times and processes. */
const failureIn = (log: string): string | undefined => {
  const lines = log.split('\n')
  const last = lines.findLastIndex((line) => /\b(FATAL|PANIC):/.test(line))
  if (last === -1) return undefined
  const said = lines.slice(Math.max(last - 1, 0), last + 1)
  return said.map((line) => line.replace(/^.*?\] \w+: +/, '')).join('; ')
}

/** Another process starts the server, or a killed server is still ending. */
const MEANWHILE = /lock file "[^"]*" (already exists|is empty)|pre-existing shared memory block/

/** Another process starts the server, or it is still ending: connect or retry. */
export class StartsElsewhere extends Error {
  override readonly name = 'StartsElsewhere'
}

/**
 * The embedded PostgreSQL of `dataDir`. `overLoopback`: a port and a password instead of a Unix
 * socket (Windows). `binaries`: programs of another version.
 */
export const openCluster = (
  dataDir: string,
  overLoopback = process.platform === 'win32',
  binaries = () => embeddedBinaries(resolve(dataDir)),
): Cluster => {
  const folder = join(resolve(dataDir), EMBEDDED_FOLDER)
  const log = join(folder, 'server.log')

  const program = async (name: string, args: readonly string[], input?: string): Promise<void> => {
    const file = join(await binaries(), name)
    const [command, words] = asServerUser(file, args)
    const running = run(command, words, { cwd: dirname(folder), env: { ...process.env, LC_ALL: 'C' } })
    running.child.stdin?.end(input)
    try {
      await running
    } catch (cause) {
      if (command !== file && cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
        throw new Error(
          'PostgreSQL does not run as root, and setpriv (util-linux) is not here: start this as another user, or set DATABASE_URL',
          { cause },
        )
      throw cause
    }
  }

  const loopbackOf = async (place: string): Promise<Loopback | undefined> => {
    if (!overLoopback) return undefined
    return parse(loopbackSchema, JSON.parse(await readFile(join(place, LOOPBACK_FILE), 'utf8')))
  }

  const fill = async (draft: string): Promise<void> => {
    const loopback = overLoopback
      ? { port: await freePort(), password: randomBytes(24).toString('base64url') }
      : undefined
    const passwordFile = `${draft}.password`
    if (loopback) await writeFile(passwordFile, loopback.password, { mode: 0o600 })
    const access = loopback ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`] : ['--auth=trust']
    try {
      await mkdir(draft, { mode: 0o700 })
      await giveToServer(draft)
      const how = ['--username', SUPERUSER, ...access, '--locale=C', '--encoding=UTF8']
      await program('initdb', ['--pgdata', draft, ...how])
    } finally {
      await rm(passwordFile, { force: true })
    }
    if (loopback) await writeFile(join(draft, LOOPBACK_FILE), JSON.stringify(loopback), { mode: 0o600 })
    const settings = await open(join(draft, 'postgresql.conf'), 'a')
    await settings.write("\ninclude 'atalaia.conf'\n").finally(() => settings.close())
    await writeFile(join(draft, 'atalaia.conf'), '')
    const { server, database } = setUp(loopback?.password)
    const single = ['--single', '-j', '-D', draft]
    await program('postgres', [...single, SUPERUSER], server.map((sql) => `${sql};\n\n`).join(''))
    await program('postgres', [...single, DATABASE], database.map((sql) => `${sql};\n\n`).join(''))
  }

  const exists = () => isThere(join(folder, 'PG_VERSION'))

  return {
    folder,
    url: async (user) => {
      const loopback = await loopbackOf(folder)
      const name = user === undefined ? SUPERUSER : EMBEDDED_USERS[user]
      const database = user === undefined ? SUPERUSER : DATABASE
      return loopback
        ? `postgresql://${name}:${loopback.password}@127.0.0.1:${loopback.port}/${database}`
        : `postgresql://${name}@localhost/${database}?host=${encodeURIComponent(await socketFolder(folder))}`
    },
    exists,
    otherMajor: async () => {
      const found = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
      if (found === '') return undefined
      const { stdout } = await run(join(await binaries(), 'postgres'), ['--version'])
      return stdout.includes(` ${found}.`) ? undefined : found
    },
    make: async () => {
      if (await exists()) return false
      const draft = `${folder}.draft-${randomUUID()}`
      try {
        await fill(draft)
        await rename(draft, folder)
      } catch (cause) {
        await rm(draft, { recursive: true, force: true })
        // Another process was faster.
        if (await exists()) return false
        throw new Error(`${folder}: the embedded database cannot be made: ${messageOf(cause)}`, { cause })
      }
      // Drafts of killed processes. A living process that still fills its draft removes it later.
      const siblings = await readdir(dirname(folder))
      for (const name of siblings.filter((each) => each.startsWith(`${EMBEDDED_FOLDER}.draft-`)))
        await rm(join(dirname(folder), name), { recursive: true, force: true }).catch(() => undefined)
      return true
    },
    start: async () => {
      const socket = await socketFolder(folder)
      await giveToServer(socket)
      // As a whole: another process may start the server meanwhile.
      const settings = join(folder, `atalaia.conf.${randomUUID()}`)
      const major = Number(await readFile(join(folder, 'PG_VERSION'), 'utf8'))
      await writeFile(settings, settingsFor(major, socket, await loopbackOf(folder)))
      await rename(settings, join(folder, 'atalaia.conf'))
      await removeEmptyLock(folder)
      const size = await stat(log).then(
        (found) => found.size,
        () => 0,
      )
      if (size > MAX_LOG_BYTES) await rename(log, `${log}.1`)
      const from = size > MAX_LOG_BYTES ? 0 : size
      try {
        await program('pg_ctl', ['start', '-D', folder, '-l', log, '-w', '-t', String(START_SECONDS), '-s'])
      } catch (cause) {
        const said = (await readFile(log).catch(() => Buffer.alloc(0))).subarray(from).toString()
        if (MEANWHILE.test(said))
          throw new StartsElsewhere(`PostgreSQL in ${folder}: another process starts or ends it`, { cause })
        throw new Error(`PostgreSQL in ${folder} does not start: ${failureIn(said) ?? messageOf(cause)}`, {
          cause,
        })
      }
    },
    stop: async () => {
      const id = await serverIn(folder)
      if (id === undefined) return
      await program('pg_ctl', ['kill', 'INT', String(id)])
      await untilEnded(folder, id, START_SECONDS)
    },
  }
}
