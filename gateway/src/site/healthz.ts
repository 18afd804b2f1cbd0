import type { FastifyInstance } from 'fastify'
import type { Registry } from '../registry/registry.ts'
import type { ReleaseSource } from '../release/release-source.ts'

/** Milliseconds within which the API must say that it is well. */
const timeout = 3000

const databaseHealth = (registry: Registry | undefined) =>
  registry === undefined ? 'none' : registry.live.failing() ? 'down' : 'ready'

export type HealthOptions = {
  readonly releases: ReleaseSource
  readonly registry: Registry | undefined
  /** The API's address. */
  readonly upstream: string | undefined
}

/** 200 when all is well: the release can be read, the database of versions and the API answer. Otherwise 503, and what is not. */
export const healthRoute = (app: FastifyInstance, { releases, registry, upstream }: HealthOptions): void => {
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => {
    const [release, api] = await Promise.all([releases.current(), apiHealth(upstream)])
    const database = databaseHealth(registry)
    const ready = release.status === 'ready' && api !== 'down' && database !== 'down'
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : 'not ready',
        api,
        database,
        release: release.status === 'ready' ? release.current.release.id : release.status,
      })
  })
}

const apiHealth = async (upstream: string | undefined): Promise<'ready' | 'down' | 'none'> => {
  if (upstream === undefined) return 'none'
  try {
    const answer = await fetch(`${upstream}/healthz`, { signal: AbortSignal.timeout(timeout) })
    await answer.body?.cancel()
    return answer.ok ? 'ready' : 'down'
  } catch {
    return 'down'
  }
}

/**
 * 200 when this gateway can serve pages: for load balancers. Pages go on without the API and without the database, so
 * that neither takes all gateways out at once.
 */
export const readyRoute = (app: FastifyInstance, { releases, registry }: HealthOptions): void => {
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const release = await releases.current()
    const ready = release.status === 'ready'
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : 'not ready',
        database: databaseHealth(registry),
        revision: registry?.live.current().revision ?? null,
      })
  })
}
