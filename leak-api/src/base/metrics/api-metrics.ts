import type { Database } from '@atalaia/database'
import {
  createMetricsRegistry,
  isEventStream,
  measureConnections,
  measureDisk,
  type MeasuredDisk,
} from '@atalaia/server'
import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { ChannelName } from '../deliveries/delivery-queue.ts'
import type { Attempt } from '../deliveries/send-deliveries.ts'
import { measureStored } from './measure-stored.ts'

const SECONDS = [0.025, 0.1, 0.25, 1, 2.5, 5, 10]

/** No label holds a value of a person (M-METRICS-2). */
export type ApiMetrics = {
  readonly registry: Registry
  /** Call it before routes. */
  countAnswers(app: FastifyInstance): void
  attempt(channel: ChannelName, status: Attempt['status']): void
}

export type ApiMetricsOptions = MeasuredDisk & { readonly database: Database; readonly clock: Clock }

export const createApiMetrics = ({ database, clock, ...disk }: ApiMetricsOptions): ApiMetrics => {
  const registry = createMetricsRegistry()
  const registers = [registry]
  measureConnections(registry, database)
  measureDisk(registry, disk)
  measureStored(registry, { database, clock })
  const answers = new Histogram({
    name: 'atalaia_api_request_seconds',
    help: 'Time of answers of this API, by route and status',
    registers,
    buckets: SECONDS,
    labelNames: ['method', 'route', 'status'],
  })
  const attempts = new Counter({
    name: 'atalaia_delivery_attempts_total',
    help: 'Attempts to deliver mails, pushes, calls to webhooks and messages to SIEMs, by outcome',
    registers,
    labelNames: ['channel', 'outcome'],
  })
  return {
    registry,
    countAnswers: (app) =>
      app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
        if (isEventStream(reply)) return
        answers.observe(
          {
            method: routeOptions.url === undefined ? 'other' : method,
            route: routeOptions.url ?? 'none',
            status: reply.statusCode,
          },
          reply.elapsedTime / 1000,
        )
      }),
    attempt: (channel, outcome) => attempts.inc({ channel, outcome }),
  }
}
