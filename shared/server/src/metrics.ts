import type { Database } from '@atalaia/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { stat, statfs } from 'node:fs/promises'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { z } from 'zod'

/** Prometheus metrics of one server, with Node.js's own. */
export const createMetricsRegistry = (): Registry => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

export const isEventStream = (reply: Pick<FastifyReply, 'getHeader'>): boolean =>
  reply.getHeader('content-type') === 'text/event-stream'

export const measureConnections = (registry: Registry, { connections }: Pick<Database, 'connections'>): void => {
  if (connections === undefined) return
  registry.registerMetric(
    new Gauge({
      name: 'atalaia_database_connections',
      help: 'Connections to the database by state; waiting: calls that wait for one',
      registers: [],
      labelNames: ['state'],
      collect() {
        const { inUse, idle, waiting } = connections()
        this.set({ state: 'in-use' }, inUse)
        this.set({ state: 'idle' }, idle)
        this.set({ state: 'waiting' }, waiting)
      },
    }),
  )
  const total = (name: string, help: string, valueOf: () => number) =>
    registry.registerMetric(
      new Counter({
        name,
        help,
        registers: [],
        collect() {
          this.reset()
          this.inc(valueOf())
        },
      }),
    )
  total('atalaia_database_acquired_total', 'Connections handed out', () => connections().acquired)
  total(
    'atalaia_database_wait_seconds_total',
    'Time that calls waited for a connection',
    () => connections().waitedMs / 1000,
  )
}

export type MeasuredDisk = {
  readonly dataDir: string
  /** The file that a backup touches at its end. */
  readonly backupStamp?: string | undefined
}

/** M-METRICS-3 */
export const measureDisk = (registry: Registry, { dataDir, backupStamp }: MeasuredDisk): void => {
  const disk = (name: string, help: string, blocksOf: (found: { bavail: number; blocks: number }) => number) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          const found = await statfs(dataDir).catch(() => undefined)
          if (found) this.set(blocksOf(found) * found.bsize)
        },
      }),
    )
  disk('atalaia_disk_free_bytes', 'Room left in DATA_DIR', ({ bavail }) => bavail)
  disk('atalaia_disk_bytes', 'Size of the disk of DATA_DIR', ({ blocks }) => blocks)
  if (backupStamp === undefined) return
  registry.registerMetric(
    new Gauge({
      name: 'atalaia_backup_age_seconds',
      help: 'Time since a backup touched BACKUP_STAMP; +Inf without that file',
      registers: [],
      async collect() {
        const found = await stat(backupStamp).catch(() => undefined)
        this.set(found ? Math.max(0, (Date.now() - found.mtimeMs) / 1000) : Number.POSITIVE_INFINITY)
      },
    }),
  )
}

const hash = (text: string) => createHash('sha256').update(text).digest()
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

const PROXY_HEADER = /^(x-forwarded-|forwarded$|via$|x-real-ip$|cf-|true-client-ip$)/

/** True when the request comes from this machine without a proxy. */
export const isLocal = ({ raw, headers }: FastifyRequest): boolean =>
  LOOPBACK.test(raw.socket.remoteAddress ?? '') && !Object.keys(headers).some((name) => PROXY_HEADER.test(name))

/** `GET /-/metrics` for this machine, or with METRICS_TOKEN as bearer token. Otherwise 404 (M-REPORT-4). */
export const metricsRoute = (app: FastifyInstance, registry: Registry, token: string | undefined): void => {
  app.get('/-/metrics', { logLevel: 'warn', schema: { response: { 200: z.string() } } }, async (request, reply) => {
    const [, given = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const allowed = token === undefined ? isLocal(request) : timingSafeEqual(hash(given), hash(token))
    if (!allowed) return reply.callNotFound()
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}
