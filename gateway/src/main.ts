import { resolve } from 'node:path'
import type { OperatorSockets } from './registry/authority.ts'
import { openOperatorSocket, operatorSocketPath } from './registry/operator-socket.ts'
import { workspaceRemotes } from './registry/storage/workspace.ts'
import { readEnvironment } from './config.ts'
import { buildGateway } from './app.ts'
import { loggerOptions } from './logging.ts'
import { openConfiguredRegistry } from './open-registry.ts'

const root = resolve(import.meta.dirname, '../..')

const fail = (message: string, code: number): never => {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

const environment = readEnvironment(process.env, root)
const config = environment.ok ? environment.config : fail(environment.message, 2)

const operators: OperatorSockets = new WeakSet()
const whatHappened = (error: unknown) => (error instanceof Error ? error.message : String(error))
const opened =
  config.registry &&
  (await openConfiguredRegistry(config.registry).catch((error) => fail(`gateway: ${whatHappened(error)}`, 1)))
const app = await buildGateway({
  ...config,
  registry: opened?.registry,
  operators,
  remoteDirs: config.remoteDirs ?? workspaceRemotes(root),
  logger: loggerOptions(config.logLevel),
})
const socket =
  config.registry && (await openOperatorSocket(app, operators, operatorSocketPath(config.registry.dataDir)))

/** Milliseconds that calls under way have to end. */
const patience = 5000

const stop = () => {
  setTimeout(() => process.exit(0), patience).unref()
  void (async () => {
    await socket?.close()
    await app.close()
    await opened?.close()
    process.exit(0)
  })()
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

try {
  const address = await app.listen({ port: config.port, host: config.host })
  // People and processes on this machine reach a server on all interfaces by its loopback name.
  const url = address.replace('0.0.0.0', 'localhost').replace('[::]', 'localhost')
  process.send?.({ type: 'listening', url })
} catch (error) {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  fail(taken ? `Port ${config.port} is taken: set PORT to another` : String(error), 1)
}
