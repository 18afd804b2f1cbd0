import type { FastifyInstance } from 'fastify'
import { chmod, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import type { OperatorSockets } from './authority.ts'

export const operatorSocketPath = (dataDir: string): string => join(dataDir, 'gateway.sock')

/** Whoever may open this file is an operator: it belongs to the gateway's own user. */
export const openOperatorSocket = async (app: FastifyInstance, operators: OperatorSockets, path: string) => {
  await app.ready()
  await rm(path, { force: true })
  const server = createServer((request, response) => app.routing(request, response))
  server.on('connection', (socket) => operators.add(socket))
  const before = process.umask(0o177)
  server.listen(path)
  try {
    await once(server, 'listening')
  } finally {
    process.umask(before)
  }
  await chmod(path, 0o600)
  return {
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(path, { force: true })
    },
  }
}
