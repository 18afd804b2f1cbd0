import {
  GATEWAY_ADDRESSES,
  reportsBodySchema,
  SHELL_NAME,
  SHELL_ROUTES,
  type ActivationReport,
  type CallsReport,
  type ReleaseRemote,
  type VitalReport,
} from '@atalaia/contracts'
import type { AudienceFacts } from '../registry/canary/audience.ts'
import {
  isLocal,
  networkOf,
  Problem,
  routedBlockOf,
  secondsToWait,
  type Allowance,
  type RateLimits,
} from '@atalaia/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { createUseRecorder } from '../registry/observations.ts'
import type { Registry } from '../registry/registry.ts'
import {
  judgeActivation,
  judgeMeasures,
  measuredIn,
  type Measured,
  type Reporter,
  type Verdict,
} from './automatic-rollback.ts'
import type { Metrics } from './metrics.ts'

type KnownBrowser = { readonly id: string; readonly knownSince: number; readonly facts?: AudienceFacts | undefined }

export type Browsers = {
  /** `undefined` for an unknown browser. */
  of(request: FastifyRequest): KnownBrowser | undefined
  remotesOf(request: FastifyRequest): Promise<readonly ReleaseRemote[]>
  /** `undefined` while it is unreadable. */
  shellVersion(request: FastifyRequest): Promise<string | undefined>
  keepFailedShell(version: string, request: FastifyRequest, reply: FastifyReply): void
}

export type ReportOptions = {
  readonly browsers: Browsers
  readonly metrics: Metrics
  readonly registry: Registry | undefined
  readonly channel: string
  readonly production: boolean
  readonly limits: RateLimits
  readonly perNetwork: number
}

const MINUTE_MS = 60_000
/** Two per page (M-REPORT-2), for 225 pages a minute (M-REPORT-5). */
export const CALLS_PER_BROWSER = 450
/** 450 people who each open ten pages a minute. */
export const CALLS_PER_ADDRESS = 9000
const MAX_BODY_BYTES = 64 * 1024
/** Logged failures per minute, per network and in all. Metrics count every failure (M-REPORT-7). */
export const LOGGED_PER_ADDRESS = 60
const LOGGED_IN_ALL = 600

export const reportRoutes = async (root: FastifyInstance, options: ReportOptions): Promise<void> => {
  const { browsers, limits } = options
  const steps = createSteps(options)
  const perBrowser = limits.window({ name: 'reports-browser', points: CALLS_PER_BROWSER, windowMs: MINUTE_MS })
  const perAddress = limits.window({ name: 'reports-address', points: CALLS_PER_ADDRESS, windowMs: MINUTE_MS })

  const limit = async (request: FastifyRequest) => {
    const browser = browsers.of(request)
    // A browser that is refused uses up nothing of what its office has.
    if (browser) refuseExcess(await perBrowser.consume(browser.id))
    refuseExcess(await perAddress.consume(networkOf(request.ip)))
  }

  await root.register(async (scope) => {
    const app = scope.withTypeProvider<ZodTypeProvider>()
    // `sendBeacon` sends its JSON as text.
    app.addContentTypeParser('text/plain', { parseAs: 'string' }, app.getDefaultJsonParser('ignore', 'ignore'))
    app.post(
      GATEWAY_ADDRESSES.reports,
      {
        bodyLimit: MAX_BODY_BYTES,
        logLevel: 'warn',
        schema: { body: reportsBodySchema, response: { 204: z.undefined() } },
        onRequest: [async (_request, reply) => void reply.header('cache-control', 'no-store'), limit],
      },
      async (request, reply) => {
        const { activations = [], vitals = [], calls = [], shell, trace } = request.body
        if (shell !== undefined) await steps.countShell(shell, request)
        const remotes = await browsers.remotesOf(request)
        steps.countVitals(vitals, remotes)
        steps.countCalls(calls, remotes)
        const known = await steps.knownOnly(activations, remotes)
        await steps.countActivations(known, request, trace)
        await steps.recordUses(known, request)
        await steps.judge(known, request)
        await steps.judgeMeasured(measuredIn(calls, vitals, remotes), request)
        for (const { report } of known)
          if (report.remote === SHELL_NAME && report.outcome === 'failed')
            browsers.keepFailedShell(report.version, request, reply)
        return reply.code(204).send()
      },
    )
  })
}

const refuseExcess = (allowance: Allowance): void => {
  if (allowance.ok) return
  throw new Problem(429, 'too many reports', { headers: { 'retry-after': String(secondsToWait(allowance)) } })
}

/** `served`: the remote, when this browser gets that version. */
type KnownReport = { readonly report: ActivationReport; readonly served: ReleaseRemote | undefined }

type Reported = { readonly remote: string; readonly version: string }

/** Overrides do not count. */
const servedOf = ({ remote, version }: Reported, remotes: readonly ReleaseRemote[]): ReleaseRemote | undefined =>
  remotes.find(
    ({ descriptor, override }) =>
      descriptor.name === remote && descriptor.version === version && override === undefined,
  )

const createSteps = ({ browsers, metrics, registry, channel, production, limits, perNetwork }: ReportOptions) => {
  const recordUse = registry && createUseRecorder(registry)
  const ofAddress = limits.window({ name: 'reports-logged', points: LOGGED_PER_ADDRESS, windowMs: MINUTE_MS })
  const ofAll = limits.window({ name: 'reports-logged-all', points: LOGGED_IN_ALL, windowMs: MINUTE_MS })

  /** Limits logged failures. Each call costs up to two statements. */
  const mayLog = async (ip: string) => (await ofAddress.consume(networkOf(ip))).ok && (await ofAll.consume('')).ok

  const reporterOf = (request: FastifyRequest): Reporter | undefined => {
    const browser = browsers.of(request)
    if (!browser) return undefined
    // All browsers of a trial on one machine have one address, and are new (M-ROLLBACK-9).
    const isTrial = !production && isLocal(request)
    return {
      browser: browser.id,
      network: isTrial ? browser.id : routedBlockOf(request.ip),
      knownSince: isTrial ? 0 : browser.knownSince,
      perNetwork,
      facts: browser.facts,
    }
  }

  const carryOut = (verdict: Verdict, { remote, version }: Reported, { log }: FastifyRequest): void => {
    if (verdict.status === 'kept') return
    const { why } = verdict
    if (verdict.status === 'taken-back') {
      metrics.rollback(remote)
      log.error({ remote, version, why }, 'a promotion was taken back')
    } else log.error({ remote, version, why }, 'a promotion is held: somebody has to look at it')
  }

  return {
    /** A browser supplies `cause`. */
    countShell: async (cause: string, request: FastifyRequest): Promise<void> => {
      const { log, ip } = request
      const version = (await browsers.shellVersion(request)) ?? 'unknown'
      metrics.shellFailure(version)
      if (await mayLog(ip)) log.warn({ report: { shell: version, cause } }, 'the shell failed in a browser')
    },

    /** Counts unknown routes as `other`, so that invented routes add no label. */
    countVitals: (vitals: readonly VitalReport[], remotes: readonly ReleaseRemote[]): void => {
      const routes = new Set<string>([
        ...Object.values(SHELL_ROUTES),
        ...remotes.flatMap(({ descriptor }) => descriptor.routes.map(({ path }) => path)),
      ])
      for (const vital of vitals) metrics.vital(routes.has(vital.route) ? vital : { ...vital, route: 'other' })
    },

    countCalls: (calls: readonly CallsReport[], remotes: readonly ReleaseRemote[]): void => {
      for (const report of calls) if (servedOf(report, remotes)) metrics.calls(report)
    },

    /** Drops reports about unknown versions: clients can invent them. */
    knownOnly: async (
      reports: readonly ActivationReport[],
      remotes: readonly ReleaseRemote[],
    ): Promise<readonly KnownReport[]> => {
      const known: KnownReport[] = []
      for (const report of reports) {
        const served = servedOf(report, remotes)
        if (served || (await registry?.live.artifact(report.remote, report.version)) !== undefined)
          known.push({ report, served })
      }
      return known
    },

    /** Logs failures with the trace that the page shows (M-TRACE-5), without durations, within a rate. */
    countActivations: async (
      known: readonly KnownReport[],
      { log, ip }: FastifyRequest,
      trace: string | undefined,
    ): Promise<void> => {
      for (const { report } of known) metrics.activation(report)
      for (const { report } of known.filter((each) => each.report.outcome === 'failed')) {
        // Each count is a statement of the database: after a refusal the rest of the body costs none.
        if (!(await mayLog(ip))) return
        const { milliseconds: _durations, ...facts } = report
        log.warn(
          { report: facts, page_trace_id: trace },
          report.shown ? 'a screen crashed in a browser' : 'a remote failed in a browser',
        )
      }
    },

    recordUses: async (known: readonly KnownReport[], request: FastifyRequest): Promise<void> => {
      if (!recordUse || browsers.of(request) === undefined) return
      for (const { report, served } of known)
        if (served && report.outcome === 'ready')
          await recordUse({
            remote: report.remote,
            module: served.descriptor.artifact.module,
            consumer: 'host-shell',
          })
    },

    judge: async (known: readonly KnownReport[], request: FastifyRequest): Promise<void> => {
      const reporter = reporterOf(request)
      if (!registry || !reporter) return
      for (const { report } of known)
        carryOut(await judgeActivation(registry, channel, report, reporter), report, request)
    },

    judgeMeasured: async (measured: readonly Measured[], request: FastifyRequest): Promise<void> => {
      const reporter = reporterOf(request)
      if (!registry || !reporter) return
      for (const one of measured) carryOut(await judgeMeasures(registry, channel, one, reporter), one, request)
    },
  }
}
