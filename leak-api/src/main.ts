import { EXIT, exitWith, handleShutdown, LISTEN_BACKLOG, messageOf, startTracing } from '@atalaia/server'
import { HOUR_MS } from './base/clock.ts'
import { createSessionsRepository } from './accounts/sessions-repository.ts'
import { startJudging } from './numbers/severity/keep-judgements.ts'
import { startAlerts } from './notify/alerts/send-alerts.ts'
import { startDeletions } from './accounts/privacy/leaving.ts'
import { startRetention } from './accounts/privacy/retention.ts'
import { createStopLinks } from './notify/alerts/stop-link.ts'
import { buildApp } from './app.ts'
import { remindOwners } from './notify/alerts/remind-owners.ts'
import { tellGiven } from './notify/alerts/tell-given.ts'
import { readConfig } from './config.ts'
import { prepareDemoAccount, type DemoCredentials } from './demo/demo-account.ts'
import { startDomainChecks } from './numbers/domains/domain-checks.ts'
import { createFindProof } from './numbers/domains/domain-proof.ts'
import { watchWaiting } from './numbers/domains/domain-addresses.ts'
import { createMailTransport } from './base/mail/mail-transport.ts'
import { createDeliveries } from './base/deliveries/send-deliveries.ts'
import { createMailChannel } from './base/mail/mailer.ts'
import { queuePushes } from './notify/push/queue-pushes.ts'
import { createPushChannel } from './notify/push/send-pushes.ts'
import { startDailyRuns } from './numbers/daily-runs.ts'
import { resumeRenewals } from './numbers/renew-numbers.ts'
import { startReminders } from './watchlist/incidents/remind-terms.ts'
import { startMonthlyReports } from './watchlist/made-reports/monthly-reports.ts'
import { repeat, type Repeated } from './base/repeat.ts'
import { createSiemChannel } from './notify/siem/send-siem.ts'
import { KEYS_READ_EVERY_MS } from './base/store/open-keys.ts'
import { fillRegisteredDomains } from './base/store/fill-registered-domains.ts'
import { noteAddresses } from './base/store/public-addresses.ts'
import { openStore } from './base/store/store.ts'
import { createWebhookChannel, queueWebhooks } from './notify/webhooks/send-webhooks.ts'

const GRACE_MS = 30_000
const SWEEP_EVERY_MS = HOUR_MS
/** The longest that numbers wait which a killed import has left. */
const RESUME_EVERY_MS = 10 * 60_000

const clock = () => new Date()

/** The message to the parent process when the API answers. The password goes this way alone, never into a log. */
type Listening = { readonly type: 'listening'; readonly url: string; readonly demo?: DemoCredentials }

const start = async (): Promise<void> => {
  const config = readConfig(process.env)
  const tracing = await startTracing({ env: process.env, service: 'leak-api', isBorder: false })
  const store = await openStore({ ...config, environment: process.env })
  const apiUrl = new URL(config.publicUrl, config.publicOrigin).href
  await noteAddresses(store.database, { origin: config.publicOrigin, apiUrl })
  const tools = { ...store, dataDir: config.dataDir, origin: config.publicOrigin, apiUrl, clock }
  const { isOwnershipChecked, dnsServers, proofFileLocal } = config
  const findProof = createFindProof({ dnsServers, allowed: { origins: [], local: proofFileLocal } })
  const app = await buildApp({ ...store, ...config, findProof, tracing, clock })
  const sender = { brand: config.brand, origin: config.publicOrigin }
  const transport = createMailTransport(config)
  const parts = {
    database: store.database,
    ring: store.keys.token,
    rules: config.webhookRules,
    origin: config.publicOrigin,
    clock,
  }
  const deliveries = createDeliveries({
    database: store.database,
    channels: [
      createMailChannel({ transport, sender, clock }),
      createPushChannel({ ...parts, mailFrom: config.mailFrom }),
      createWebhookChannel(parts),
      createSiemChannel(parts),
    ],
    clock,
    log: app.log,
  })
  let renewals: Repeated | undefined
  let keyReads: Repeated | undefined
  let daily: Repeated | undefined
  let judging: Repeated | undefined
  let checks: Repeated | undefined
  let alerts: Repeated | undefined
  let sweeps: Repeated | undefined
  let deletions: Repeated | undefined
  let retention: Repeated | undefined
  let monthly: Repeated | undefined
  let reminders: Repeated | undefined
  const shutdown = handleShutdown({
    log: app.log,
    graceMs: GRACE_MS,
    close: async () => {
      await renewals?.close()
      await keyReads?.close()
      await daily?.close()
      await judging?.close()
      await checks?.close()
      await alerts?.close()
      await sweeps?.close()
      await deletions?.close()
      await retention?.close()
      await monthly?.close()
      await reminders?.close()
      await app.close()
      await deliveries.close()
      await store.leaveKeys().catch(() => undefined)
      await store.close()
      await tracing?.close()
    },
  })
  try {
    await store.refreshKeys()
    const demo = await prepareDemoAccount(tools, config)
    const url = await app.listen({ port: config.port, host: config.host, backlog: LISTEN_BACKLOG })
    app.log.info(
      { url, database: config.databaseUrl === undefined ? 'embedded' : 'server', mail: transport.kind },
      'listening',
    )
    deliveries.start()
    keyReads = repeat({
      everyMs: KEYS_READ_EVERY_MS,
      work: store.refreshKeys,
      onFailure: (err) => app.log.error({ err }, 'keys are not read'),
    })
    const onFailure = (err: unknown) => app.log.error({ err }, 'numbers are not renewed')
    renewals = repeat({
      everyMs: RESUME_EVERY_MS,
      work: (signal) => resumeRenewals({ database: store.database, clock, signal }),
      onFailure,
    })
    fillRegisteredDomains(store.database).catch((err: unknown) =>
      app.log.error({ err }, 'registered domains are not filled in'),
    )
    daily = startDailyRuns({ database: store.database, clock, onFailure })
    const { database } = store
    judging = startJudging({
      database,
      clock,
      onFailure: (err) => app.log.error({ err }, 'addresses are not judged anew'),
    })
    const onCheckFailure = (err: unknown) => app.log.error({ err }, 'domains are not checked')
    if (!isOwnershipChecked) watchWaiting(database, clock).catch(onCheckFailure)
    checks = startDomainChecks({
      database,
      findProof,
      isOwnershipChecked,
      origin: config.publicOrigin,
      clock,
      onFailure: onCheckFailure,
    })
    deletions = startDeletions({
      database,
      clock,
      onFailure: (err) => app.log.error({ err }, 'accounts are not deleted'),
    })
    retention = startRetention({
      database,
      clock,
      onFailure: (err) => app.log.error({ err }, 'what is no longer kept is not removed'),
    })
    monthly = startMonthlyReports({
      database,
      origin: config.publicOrigin,
      clock,
      onFailure: (err) => app.log.error({ err }, 'reports of the month are not made'),
    })
    reminders = startReminders({
      database,
      origin: config.publicOrigin,
      clock,
      onFailure: (err) => app.log.error({ err }, 'ends of terms are not told'),
    })
    alerts = startAlerts({
      others: [queuePushes, queueWebhooks, remindOwners, tellGiven],
      database,
      origin: config.publicOrigin,
      stopLinks: createStopLinks(store.keys.link, apiUrl),
      clock,
      onFailure: (err) => app.log.error({ err }, 'alerts are not sent'),
    })
    sweeps = repeat({
      everyMs: SWEEP_EVERY_MS,
      work: async () => void (await createSessionsRepository(database).sweep(clock())),
      onFailure: (err) => app.log.error({ err }, 'sessions that have ended are not removed'),
    })
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
