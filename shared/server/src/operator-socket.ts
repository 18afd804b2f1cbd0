import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** `sun_path` of unix(7) holds 108 bytes with its terminator; a longer path is cut without an error. */
const MAX_PATH_BYTES = 107

/**
 * The path of a server's operator socket: `<dataDir>/<server>.sock`, or a file in the system's temporary folder whose
 * name is derived from `dataDir` when that path would be too long for a Unix socket. The server and its command line
 * get the same path from the same arguments.
 */
export const operatorSocketPath = (dataDir: string, server: string): string => {
  const path = join(dataDir, `${server}.sock`)
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return path
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 24)
  return join(tmpdir(), `${server}-${digest}.sock`)
}

/** The connections that came in over the operator socket: their requests are an operator's (M-GATEWAY-11). */
export type OperatorSockets = WeakSet<Socket>

export type OperatorSocketOptions = {
  /** Answers the requests. Its routes are the orders; any other path gets its not-found answer. */
  readonly app: FastifyInstance
  readonly path: string
  /** Takes up each connection. Without it, every request that `app` sees counts as an operator's. */
  readonly operators?: OperatorSockets
}

export type OperatorSocket = {
  /** Ends all connections and removes the file, unless a later process has put its own there. */
  close(): Promise<void>
}

const inodeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ ino }) => ino,
    () => undefined,
  )

/**
 * Serves `app` over HTTP on a Unix socket that the process's own user alone may open (mode 0600). A file that an
 * earlier process left is replaced. The socket appears under its path with its mode set, never before.
 *
 * No time limit applies to a request: an upload takes as long as its file is big.
 */
export const openOperatorSocket = async (options: OperatorSocketOptions): Promise<OperatorSocket> => {
  const { app, path, operators } = options
  await app.ready()
  const server = createServer({ requestTimeout: 0 }, (request, response) => app.routing(request, response))
  if (operators) server.on('connection', (socket) => operators.add(socket))

  // Bound under another name first: closing a socket removes the name that it was bound to, whoever has it by then.
  const bound = join(dirname(path), `.${process.pid}.s`)
  await rm(bound, { force: true })
  const before = process.umask(0o177)
  try {
    server.listen(bound)
  } finally {
    process.umask(before)
  }
  await once(server, 'listening')
  await chmod(bound, 0o600)
  const inode = await inodeOf(bound)
  await rename(bound, path)

  return {
    close: async () => {
      if ((await inodeOf(path)) === inode) await rm(path, { force: true })
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
