import {
  EXIT,
  exitWith,
  handleShutdown,
  installationRoute,
  LISTEN_BACKLOG,
  messageOf,
  noteDatabase,
  startTracing,
  untilMigrated,
} from '@atalaia/server'
import { accountsJobs } from './accounts/index.ts'
import { buildApp } from './app.ts'
import { createDeliveries } from './base/deliveries/send-deliveries.ts'
import { installationChecks } from './base/installation/installation-checks.ts'
import { createMailTransport, createMailChannel } from './base/mail/mail-transport.ts'
import { createApiMetrics } from './base/metrics/api-metrics.ts'
import { logged } from './base/parts.ts'
import { repeat, type Repeated } from './base/repeat.ts'
import { KEYS_READ_EVERY_MS } from './base/store/open-keys.ts'
import { noteAddresses } from './base/store/public-addresses.ts'
import { MIGRATIONS, openStore } from './base/store/store.ts'
import { readServerConfig } from './config.ts'
import { prepareDemoAccount, type DemoCredentials } from './demo/demo-account.ts'
import { noticeJobs } from './notices/staff-index.ts'
import { notifyChannels, notifyJobs } from './notify/index.ts'
import { createFindProof } from './numbers/domains/domain-proof.ts'
import { numbersJobs } from './numbers/index.ts'
import { watchlistJobs } from './watchlist/index.ts'

const GRACE_MS = 30_000

const clock = () => new Date()

/** The password never goes into a log. */
type Listening = { readonly type: 'listening'; readonly url: string; readonly demo?: DemoCredentials }

const start = async (): Promise<void> => {
  const config = readServerConfig(process.env)
  const tracing = await startTracing({ env: process.env, service: 'leak-api', isBorder: false })
  const store = await untilMigrated(
    () => openStore({ ...config, environment: process.env }),
    (text) => void process.stderr.write(`leak-api: ${text}\n`),
  )
  await noteDatabase({ ...config, server: 'leak-api' })
  const { publicOrigin: origin, dnsServers, proofFileLocal } = config
  const apiUrl = new URL(config.publicUrl, origin).href
  await noteAddresses(store.database, { origin, apiUrl })
  const findProof = createFindProof({ dnsServers, allowed: { origins: [], local: proofFileLocal } })
  const metrics = createApiMetrics({ ...config, database: store.database, clock })
  const isStopping = () => shutdown.isStopping()
  const app = await buildApp({ ...store, ...config, findProof, tracing, clock, metrics, isStopping })
  const { database } = store
  const checks = () =>
    installationChecks({
      ...config,
      database: () => Promise.resolve(database),
      migrations: MIGRATIONS,
      isServer: config.databaseUrl !== undefined,
      environment: process.env,
    })
  installationRoute(app, { checks, token: config.metricsToken })
  const { log } = app
  const transport = createMailTransport(config)
  const parts = { ...config, ...store, origin, apiUrl, findProof, transport, clock, log }
  const channels = [createMailChannel({ ...parts, sender: parts }), ...notifyChannels(parts)]
  const deliveries = createDeliveries({ ...parts, channels, onAttempt: metrics.attempt })
  const running: Pick<Repeated, 'close'>[] = []
  const shutdown = handleShutdown({
    log,
    graceMs: GRACE_MS,
    close: async () => {
      for (const job of running) await job.close()
      await app.close()
      await deliveries.close()
      await store.leaveKeys().catch(() => undefined)
      await store.close()
      await tracing?.close()
    },
  })
  try {
    await store.refreshKeys()
    const demo = await prepareDemoAccount(parts, config)
    const url = await app.listen({ port: config.port, host: config.host, backlog: LISTEN_BACKLOG })
    log.info(
      { url, database: config.databaseUrl === undefined ? 'embedded' : 'server', mail: transport.kind },
      'listening',
    )
    deliveries.start()
    running.push(
      repeat({ everyMs: KEYS_READ_EVERY_MS, work: store.refreshKeys, onFailure: logged(parts, 'keys are not read') }),
      ...numbersJobs(parts),
      ...watchlistJobs(parts),
      ...accountsJobs(parts),
      ...notifyJobs(parts),
      ...noticeJobs(parts),
    )
    const message: Listening = { type: 'listening', url, ...(demo === undefined ? {} : { demo }) }
    process.send?.(message)
  } catch (error) {
    // The database was closed under it; the next start makes up for what was cut off.
    if (shutdown.isStopping()) return
    await store.close()
    throw error
  }
}

start().catch((error: unknown) => exitWith(`leak-api: ${messageOf(error)}`, EXIT.failed))
