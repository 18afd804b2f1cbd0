import { livenessRoute } from '@atalaia/server'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AnnouncedShell } from '../registry/observations.ts'
import type { Registry } from '../registry/registry.ts'
import type { KeptFile, StoreHealth } from '../registry/storage/artifact-store.ts'
import type { ReleaseSource } from './release.ts'

const API_HEALTH_TIMEOUT_MS = 3000
const STORE_HEALTH_MS = 1000

export type HealthOptions = {
  readonly releases: ReleaseSource
  readonly registry: Registry | undefined
  readonly upstream: string | undefined
  readonly shell: AnnouncedShell | undefined
}

const parts = z.enum(['ready', 'down', 'none'])
const databaseParts = z.enum(['ready', 'down', 'stale', 'none'])
const storeParts = z.enum(['ready', 'read-only', 'down', 'none'])
const status = z.enum(['ready', 'not ready'])
/**
 * Live versions that the gateway's shell would break. Absent when the gateway does not hold the
 * shell (M-SHELL-1).
 */
const heldShell = z.object({ breaks: z.array(z.string()).readonly() }).optional()
const healthAnswer = z.object({
  status,
  api: parts,
  /** `stale`: the last successful read is too old. */
  database: databaseParts,
  /** `read-only`: publishing is impossible (M-FAIL-21). */
  store: storeParts,
  /** The id of the release; `broken` when it cannot be read. */
  release: z.string(),
  shell: heldShell,
})
const readyAnswer = z.object({ status, database: databaseParts, revision: z.int().nullable(), shell: heldShell })

/**
 * - `GET /healthz`: 200 when the release, the registry's database, the store and the API work, and
 *   the shell is not held. Else 503.
 * - `GET /readyz`, for load balancers: 200 when this gateway can serve pages. It ignores the API
 *   and the database: their failure must not take all gateways out.
 */
export const healthRoutes = (root: FastifyInstance, { releases, registry, upstream, shell }: HealthOptions): void => {
  const app = root.withTypeProvider<ZodTypeProvider>()
  const storeHealth = createStoreHealth(registry)
  livenessRoute(root)
  const held = () => {
    const breaks = shell?.held() ?? []
    return breaks.length > 0 ? { breaks } : undefined
  }

  app.get(
    '/healthz',
    { logLevel: 'warn', schema: { response: { 200: healthAnswer, 503: healthAnswer } } },
    async (_request, reply) => {
      const [release, api, store] = await Promise.all([releases.current(), apiHealth(upstream), storeHealth()])
      const database = databaseHealth(registry)
      const ready =
        release.status === 'ready' &&
        held() === undefined &&
        [api, database, store].every((part) => part === 'ready' || part === 'none')
      return reply
        .code(ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({
          status: ready ? 'ready' : 'not ready',
          api,
          database,
          store,
          release: release.status === 'ready' ? release.current.release.id : release.status,
          shell: held(),
        })
    },
  )

  app.get(
    '/readyz',
    { logLevel: 'warn', schema: { response: { 200: readyAnswer, 503: readyAnswer } } },
    async (_request, reply) => {
      const ready = (await releases.current()).status === 'ready' && held() === undefined
      return reply
        .code(ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({
          status: ready ? 'ready' : 'not ready',
          database: databaseHealth(registry),
          revision: registry?.live.current().revision ?? null,
          shell: held(),
        })
    },
  )
}

const databaseHealth = (registry: Registry | undefined) => {
  if (registry === undefined) return 'none'
  return registry.live.health()
}

/** Asks the store once per {@link STORE_HEALTH_MS} at most. */
const createStoreHealth = (registry: Registry | undefined) => {
  let last: Promise<StoreHealth> | undefined
  let askedAt = -Infinity
  return async (): Promise<StoreHealth | 'none'> => {
    if (registry === undefined) return 'none'
    if (last === undefined || performance.now() - askedAt > STORE_HEALTH_MS) {
      askedAt = performance.now()
      last = liveEntries(registry).then((live) => registry.store.health(live))
    }
    return last
  }
}

const liveEntries = async ({ live }: Registry): Promise<KeptFile[]> => {
  const versions = live
    .current()
    .pointers.flatMap(({ remote, version, candidate }) => [version, candidate].map((each) => ({ remote, each })))
  const found = versions.map(({ remote, each }) => (each === null ? undefined : live.artifact(remote, each)))
  return (await Promise.all(found).catch(() => [])).flatMap((build) =>
    build === undefined ? [] : [{ key: build, path: build.descriptor.artifact.entry }],
  )
}

const apiHealth = async (upstream: string | undefined): Promise<z.output<typeof parts>> => {
  if (upstream === undefined) return 'none'
  try {
    const answer = await fetch(`${upstream}/healthz`, { signal: AbortSignal.timeout(API_HEALTH_TIMEOUT_MS) })
    await answer.body?.cancel()
    return answer.ok ? 'ready' : 'down'
  } catch {
    return 'down'
  }
}
