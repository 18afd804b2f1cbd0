import { reportsBodySchema, type ReportsBody } from '@atalaia/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readBrowser } from '../browser/browser-id.ts'
import type { Visitors } from '../browser/visitors.ts'
import { isLocal } from '../metrics/metrics-route.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { ReleaseSource } from '../release/release-source.ts'
import { createUseRecorder } from '../registry/observations.ts'
import type { Registry } from '../registry/registry.ts'
import { judgeActivation } from './judge-activation.ts'
import { createRateLimit } from './rate-limit.ts'

export type ReportOptions = {
  readonly releases: ReleaseSource
  readonly visitors: Visitors
  readonly metrics: Metrics
  readonly secret: string
  readonly registry: Registry | undefined
  readonly channel: string
  readonly production: boolean
  /** The most browsers that count from one network address. */
  readonly perAddress: number
}

const MINUTE = 60_000
const LARGEST = 64 * 1024

/** `GET /-/release` and `POST /-/reports`: what a page asks, and what it says. */
export const reportRoutes = async (root: FastifyInstance, options: ReportOptions): Promise<void> => {
  const { releases, visitors, metrics, secret } = options
  const recordUse = options.registry && createUseRecorder(options.registry)
  const perBrowser = createRateLimit({ most: 30, every: MINUTE, now: Date.now })
  const perAddress = createRateLimit({ most: 600, every: MINUTE, now: Date.now })

  await root.register(async (app) => {
    // What `sendBeacon` sends.
    app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))

    app.get('/-/release', { logLevel: 'warn' }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const state = await releases.current(await visitors.visitorOf(request))
      return state.status === 'ready'
        ? { id: state.current.release.id }
        : reply.code(503).send({ message: 'no release' })
    })

    app.post('/-/reports', { bodyLimit: LARGEST, logLevel: 'warn' }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const browser = readBrowser(request.headers.cookie, secret)
      if (!perAddress(request.ip) || (browser !== undefined && !perBrowser(browser)))
        return reply.code(429).header('retry-after', '60').send()
      const body = bodyOf(request.body)
      if (!body) return reply.code(400).send()
      await count(request, body, browser)
      return reply.code(204).send()
    })
  })

  const count = async (request: FastifyRequest, { activations, vitals }: ReportsBody, browser: string | undefined) => {
    const state = await releases.current(await visitors.visitorOf(request))
    const remotes = state.status === 'ready' ? state.current.release.remotes : []
    const routes = new Set([
      '/error',
      '/dev/ui',
      ...remotes.flatMap(({ descriptor }) => descriptor.routes.map(({ path }) => path)),
    ])
    for (const vital of vitals) metrics.vital(routes.has(vital.route) ? vital : { ...vital, route: 'other' })
    for (const report of activations) {
      const served = remotes.find(({ descriptor }) => descriptor.name === report.remote)
      const isServed = served?.descriptor.version === report.version && served.override === undefined
      const { registry } = options
      const isPublished = isServed || (await registry?.live.artifact(report.remote, report.version)) !== undefined
      if (!isPublished) continue
      metrics.activation(report)
      if (report.outcome === 'failed') request.log.warn({ report }, 'a remote failed in a browser')
      if (!registry || browser === undefined) continue
      if (isServed && report.outcome === 'ready')
        await recordUse?.({
          remote: report.remote,
          module: served.descriptor.artifact.module,
          consumer: 'host-shell',
        })
      const verdict = await judgeActivation(registry, options.channel, report, {
        browser,
        address: request.ip,
        // Trying it out on one machine is one address.
        perAddress: !options.production && isLocal(request) ? Infinity32 : options.perAddress,
      })
      if (verdict.status === 'kept') continue
      metrics.rollback(report.remote)
      request.log.error(
        { remote: report.remote, version: report.version, why: verdict.why },
        'a promotion was taken back',
      )
    }
  }
}

const Infinity32 = 2_147_483_647

const bodyOf = (body: unknown): ReportsBody | undefined => {
  try {
    const parsed = reportsBodySchema.safeParse(typeof body === 'string' ? JSON.parse(body) : body)
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
