import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  askInstallation,
  codeOf,
  EXIT,
  exitWith,
  handleShutdown,
  LISTEN_BACKLOG,
  listenSecure,
  type ListeningSecure,
  loggerOptions,
  messageOf,
  noteDatabase,
  startTracing,
  untilMigrated,
} from '@atalaia/server'
import { buildGateway, UPLOAD_TIMEOUT_MS } from './app.ts'
import { readServerEnvironment } from './config.ts'
import { openConfiguredRegistry } from './open-registry.ts'
import { workspaceRemotes } from './registry/storage/workspace.ts'

/** Uploads in progress end by themselves. */
const GRACE_MS = 60_000

const root = resolve(import.meta.dirname, '../..')

const fail = (message: string) => exitWith(`gateway: ${message}`, EXIT.failed)

const environment = readServerEnvironment(process.env, root)
const config = environment.ok ? environment.config : exitWith(environment.message, EXIT.misuse)

const tracing = await startTracing({ env: process.env, service: 'gateway', isBorder: true }).catch((error) =>
  exitWith(`gateway: ${messageOf(error)}`, EXIT.misuse),
)

const { apiUpstream } = config
const remoteDirs = config.remoteDirs ?? workspaceRemotes(root)
const { registry: place } = config
const opened =
  place &&
  (await untilMigrated(
    () => openConfiguredRegistry({ ...config, ...place, remoteDirs }, tracing),
    (text) => void process.stderr.write(`gateway: ${text}\n`),
  ).catch((error) => fail(messageOf(error))))
if (place) await noteDatabase({ ...place, server: 'gateway' })
const app = await buildGateway({
  ...config,
  registry: opened?.registry,
  database: opened?.database,
  installation: opened && {
    checks: opened.checks,
    ...(apiUpstream !== undefined && { askApi: () => askInstallation(apiUpstream, config.metricsToken) }),
  },
  tracing,
  remoteDirs,
  logger: loggerOptions({ level: config.logLevel, service: 'gateway' }),
})

let secure: ListeningSecure | undefined
handleShutdown({
  log: app.log,
  graceMs: GRACE_MS,
  close: async () => {
    await Promise.all([secure?.close(), app.close()])
    await opened?.close()
    await tracing?.close()
  },
})

try {
  const address = { port: config.port, host: config.host }
  if (config.tls) {
    const [cert, key] = await Promise.all([readFile(config.tls.cert, 'utf8'), readFile(config.tls.key, 'utf8')])
    const { trustProxy } = config
    secure = await listenSecure(app, { ...address, cert, key, trustProxy, requestTimeoutMs: UPLOAD_TIMEOUT_MS })
  }
  const listening = secure?.url ?? (await app.listen({ ...address, backlog: LISTEN_BACKLOG }))
  // People and processes on this machine reach a server on all interfaces by its loopback name.
  const url = listening.replace('0.0.0.0', 'localhost').replace('[::]', 'localhost')
  process.send?.({ type: 'listening', url })
} catch (error) {
  const taken = codeOf(error) === 'EADDRINUSE'
  fail(taken ? `port ${config.port} is taken: set PORT to another` : messageOf(error))
}
