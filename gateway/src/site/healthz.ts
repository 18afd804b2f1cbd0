import type { FastifyInstance } from 'fastify'
import type { Versions } from '../versions/versions.ts'
import type { ReleaseSource } from '../release/release-source.ts'

/** Milliseconds within which the API must say that it is well. */
const timeout = 3000

/** 200 when the release can be read and the API is ready; 503 with the reason otherwise. */
export const healthRoute = (app: FastifyInstance, releases: ReleaseSource, upstream: string | undefined): void => {
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => {
    const [release, api] = await Promise.all([releases.current(), apiHealth(upstream)])
    const ready = release.status === 'ready' && api !== 'down'
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : 'not ready',
        api,
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

/** 200 when pages can be served and the database of versions answers, whatever the API does: for load balancers. */
export const readyRoute = (app: FastifyInstance, releases: ReleaseSource, versions: Versions | undefined): void => {
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const release = await releases.current()
    const ready = release.status === 'ready' && versions?.live.failing() !== true
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', revision: versions?.live.current().revision ?? null })
  })
}
