import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OldServer } from './old-pglite.ts'

const SETTINGS = [
  'listen_addresses=',
  'fsync=off',
  'dynamic_shared_memory_type=mmap',
  'lc_messages=C',
  'logging_collector=off',
]
const isReady = /database system is ready to accept connections/

type PostgresOptions = {
  /** The binaries' package. */
  readonly engine: string
  /** A copy of the folder. */
  readonly data: string
  /** The folder itself. PostgreSQL does not run as root, so its owner runs the server. */
  readonly original: string
  readonly user: string
}

/** Serves the PostgreSQL folder `data` on a Unix socket. When this process is killed, the server ends once `data` is removed. */
export const startOldPostgres = async ({ engine, data, original, user }: PostgresOptions): Promise<OldServer> => {
  const socket = await mkdtemp(join(tmpdir(), 'atalaia-'))
  const { uid, gid } = await stat(original)
  const isOther = process.getuid?.() === 0 && uid !== 0
  if (isOther)
    for (const path of [socket, data, ...(await readdir(data, { recursive: true })).map((name) => join(data, name))])
      await chown(path, uid, gid)
  const settings = [...SETTINGS, `unix_socket_directories=${socket}`].flatMap((setting) => ['-c', setting])
  const server = spawn(join(engine, 'native', 'bin', 'postgres'), ['-D', data, ...settings], {
    ...(isOther && { uid, gid }),
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stopWithUs = () => server.kill('SIGQUIT')
  process.once('exit', stopWithUs)
  const ended = once(server, 'close')
  let said = ''
  const ready = new Promise<void>((resolve) => {
    server.stderr.on('data', (text: Buffer) => {
      said = `${said}${text.toString()}`.slice(-1000)
      if (isReady.test(said)) resolve()
    })
  })
  const stop = async () => {
    process.removeListener('exit', stopWithUs)
    server.kill('SIGQUIT')
    await ended
    await rm(socket, { recursive: true, force: true })
  }
  await Promise.race([
    ready,
    ended.then(() => Promise.reject(new Error(`PostgreSQL could not open it: ${said.trim()}`))),
  ])
  return { url: `postgresql://${user}@localhost/atalaia?host=${encodeURIComponent(socket)}`, stop }
}
