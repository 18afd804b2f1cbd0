import { API_BASE, type ActivationReport, type CallsReport, type VitalReport } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { createMetricsRegistry, isEventStream, measureConnections } from '@atalaia/server'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { LiveState } from '../registry/live-state.ts'

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16]
/** Buckets of cumulative layout shift, without a unit. */
const SHIFTS = [0.01, 0.05, 0.1, 0.25, 0.5, 1]

/** M-METRICS-1. Callers check labels: an invented label would stay. */
export type Metrics = {
  readonly registry: Registry
  /** Counts an activation, or a later crash of a screen (M-REPORT-8). */
  activation(report: ActivationReport): void
  vital(report: VitalReport): void
  shellFailure(version: string): void
  calls(report: CallsReport): void
  answer(kind: RequestKind, status: number, seconds: number): void
  rollback(remote: string): void
}

/** `live`: read at each scrape. */
export const createMetrics = (
  live?: Pick<LiveState, 'ageMs' | 'current'>,
  database?: Pick<Database, 'connections'>,
): Metrics => {
  const registry = createMetricsRegistry()
  const registers = [registry]
  if (database) measureConnections(registry, database)
  const activations = new Counter({
    name: 'atalaia_activations_total',
    help: 'Activations of remotes in browsers, by how they ended',
    registers,
    labelNames: ['remote', 'version', 'outcome'],
  })
  const failures = new Counter({
    name: 'atalaia_activation_failures_total',
    help: 'Failed activations, by the phase that failed',
    registers,
    labelNames: ['remote', 'version', 'phase'],
  })
  const crashes = new Counter({
    name: 'atalaia_crashes_total',
    help: 'Screens that threw while they rendered, after they had been shown',
    registers,
    labelNames: ['remote', 'version'],
  })
  const shells = new Counter({
    name: 'atalaia_shell_failures_total',
    help: 'Pages in which the shell could not start',
    registers,
    labelNames: ['version'],
  })
  const loading = new Histogram({
    name: 'atalaia_load_seconds',
    help: 'Time of each phase of an activation',
    registers,
    buckets: SECONDS,
    labelNames: ['remote', 'version', 'phase'],
  })
  const vitals = new Histogram({
    name: 'atalaia_web_vital_seconds',
    help: 'Web vitals by route',
    registers,
    buckets: SECONDS,
    labelNames: ['route', 'name'],
  })
  const shifts = new Histogram({
    name: 'atalaia_layout_shift',
    help: 'Cumulative layout shift by route',
    registers,
    buckets: SHIFTS,
    labelNames: ['route'],
  })
  const calls = new Counter({
    name: 'atalaia_calls_total',
    help: 'Calls to the API that pages made, by the remote that made them',
    registers,
    labelNames: ['remote', 'version', 'outcome'],
  })
  const answers = new Histogram({
    name: 'atalaia_request_seconds',
    help: 'Time of answers of this gateway, by kind and class of status',
    registers,
    buckets: SECONDS,
    labelNames: ['kind', 'status'],
  })
  const rollbacks = new Counter({
    name: 'atalaia_automatic_rollbacks_total',
    help: 'Promotions taken back by the gateway itself',
    registers,
    labelNames: ['remote'],
  })

  if (live) {
    registry.registerMetric(
      new Gauge({
        name: 'atalaia_channels_age_seconds',
        help: 'Time since the channels were last read from the database',
        registers: [],
        collect() {
          this.set(live.ageMs() / 1000)
        },
      }),
    )
    registry.registerMetric(
      new Gauge({
        name: 'atalaia_held_promotions',
        help: 'Promotions that are held because too many browsers reported failures',
        registers: [],
        labelNames: ['remote', 'channel'],
        collect() {
          this.reset()
          for (const { remote, channel, held } of live.current().pointers)
            if (held !== null) this.set({ remote, channel }, 1)
        },
      }),
    )
  }

  return {
    registry,
    activation: ({ remote, version, outcome, phase, shown, milliseconds }: ActivationReport) => {
      if (shown === true) return crashes.inc({ remote, version })
      activations.inc({ remote, version, outcome })
      if (outcome === 'failed') failures.inc({ remote, version, phase: knownPhase(phase ?? 'unknown') })
      for (const [name, value] of Object.entries(milliseconds).slice(0, 12))
        loading.observe({ remote, version, phase: knownPhase(name) }, value / 1000)
    },
    vital: ({ route, name, value }: VitalReport) => {
      if (name === 'CLS') shifts.observe({ route }, value)
      else vitals.observe({ route, name }, value / 1000)
    },
    shellFailure: (version: string) => shells.inc({ version }),
    calls: ({ remote, version, made, failed }: CallsReport) => {
      calls.inc({ remote, version, outcome: 'ok' }, Math.max(0, made - failed))
      calls.inc({ remote, version, outcome: 'failed' }, Math.min(failed, made))
    },
    answer: (kind: RequestKind, status: number, seconds: number) =>
      answers.observe({ kind, status: `${Math.floor(status / 100)}xx` }, seconds),
    rollback: (remote: string) => rollbacks.inc({ remote }),
  }
}

const PHASES: ReadonlySet<string> = new Set([
  // Of a shell.
  'start',
  'descriptor',
  'contract',
  'shared modules',
  'entry script',
  'module',
  'activate',
  'chunk',
  'render',
  'event',
  'unknown',
])
/** Maps unknown phases to `other`. */
export const knownPhase = (name: string): string => (PHASES.has(name) ? name : 'other')

type RequestKind = 'page' | 'file' | 'api' | 'gateway'

const kindOf = (route: string): RequestKind => {
  if (route.includes(`${API_BASE}/`)) return 'api'
  if (route.startsWith('/-/')) return 'gateway'
  return route === '/*' ? 'page' : 'file'
}

/** Call it before routes are added. */
export const countAnswers = (app: FastifyInstance, metrics: Pick<Metrics, 'answer'>): void => {
  app.addHook('onResponse', ({ routeOptions }, reply, done) => {
    if (!isEventStream(reply))
      metrics.answer(kindOf(routeOptions.url ?? '/*'), reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
}
