import { totalmem } from 'node:os'
import { int, object, string } from 'zod/mini'

const [KB, MB] = [1024, 1024 * 1024]

/** Servers on the embedded database, each with its own user and schema. */
export const EMBEDDED_USERS = { gateway: 'gateway', 'leak-api': 'leak_api' } as const
export type EmbeddedUser = keyof typeof EMBEDDED_USERS

export const DATABASE = 'atalaia'
export const SUPERUSER = 'postgres'

/** Windows: a loopback port and a password, because drivers have no Unix sockets there. */
export const loopbackSchema = object({ port: int(), password: string() })
export type Loopback = { readonly port: number; readonly password: string }

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Settings for a laptop or a container. Memory by the machine or the process limit. */
export const settingsFor = (major: number, socket: string, loopback: Loopback | undefined): string => {
  const memory = Math.min(process.constrainedMemory() || Infinity, totalmem())
  const shared = Math.min(Math.max(Math.floor(memory / 32 / MB), 32), 512)
  return [
    '# Written at each start.',
    `listen_addresses = ${quoted(loopback ? '127.0.0.1' : '')}`,
    `port = ${loopback?.port ?? 5432}`,
    ...(loopback ? [] : [`unix_socket_directories = ${quoted(socket)}`, 'unix_socket_permissions = 0700']),
    // /dev/shm of a container has 64 MB.
    ...(process.platform === 'win32' ? [] : ['dynamic_shared_memory_type = mmap']),
    `shared_buffers = ${shared}MB`,
    `effective_cache_size = ${Math.floor(memory / 2 / KB)}kB`,
    'max_connections = 100',
    // Processes that an installation of one machine has no work for: 10 MB.
    ...(major >= 18 ? ['io_method = sync'] : []),
    'max_logical_replication_workers = 0',
    'log_checkpoints = off',
    "lc_messages = 'C'",
    "log_line_prefix = '%m [%p] '",
    '',
  ].join('\n')
}

/** Statements for users, database and schemas: on the superuser's database, then on the new one. */
export const setUp = (password: string | undefined) => {
  const secret = password === undefined ? '' : ` PASSWORD ${quoted(password)}`
  const { gateway, 'leak-api': api } = EMBEDDED_USERS
  return {
    server: [
      `CREATE ROLE ${gateway} LOGIN${secret}`,
      `CREATE ROLE ${api} LOGIN${secret}`,
      `CREATE DATABASE ${DATABASE}`,
      `REVOKE ALL ON DATABASE ${DATABASE} FROM PUBLIC`,
      `GRANT CONNECT, TEMPORARY ON DATABASE ${DATABASE} TO ${gateway}, ${api}`,
      `GRANT CREATE ON DATABASE ${DATABASE} TO ${gateway}`,
    ],
    database: [
      `CREATE SCHEMA ${gateway} AUTHORIZATION ${gateway}`,
      `ALTER SCHEMA public OWNER TO ${api}`,
      'REVOKE ALL ON SCHEMA public FROM PUBLIC',
    ],
  }
}
