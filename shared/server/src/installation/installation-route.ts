import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { messageOf } from '@atalaia/cli/base'
import { reportsSchema, runChecks, type Check, type Report } from './check.ts'

export const INSTALLATION_PATH = '/-/installation'
const TIMEOUT_MS = 30_000

const hash = (text: string) => createHash('sha256').update(text).digest()

/** `GET /-/installation` in Portuguese, with `token` alone. Without a token there is no such route. */
export const installationRoute = (
  root: FastifyInstance,
  { checks, token }: { readonly checks: () => readonly Check[]; readonly token: string | undefined },
): void => {
  if (token === undefined) return
  // Not a part of the API that programs use.
  const schema = { hide: true, response: { 200: reportsSchema, 401: z.object({ message: z.string() }) } }
  root.get(INSTALLATION_PATH, { schema }, async ({ headers }, reply) => {
    const [, given = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
    reply.header('cache-control', 'no-store')
    if (!timingSafeEqual(hash(given), hash(token))) return reply.code(401).send({ message: 'METRICS_TOKEN is needed' })
    return { checks: await runChecks(checks(), 'pt') }
  })
}

const failed = (text: string): Report[] => [
  {
    name: 'API',
    state: 'fail',
    text,
    advice: 'Veja o log da API, API_UPSTREAM e METRICS_TOKEN, igual nos dois servidores.',
  },
]

/** Reports of the API at `upstream`. Never rejects. */
export const askInstallation = async (upstream: string, token: string | undefined): Promise<Report[]> => {
  if (token === undefined) return failed('METRICS_TOKEN não está definido')
  try {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(upstream + INSTALLATION_PATH, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!answer.ok) return failed(`A API respondeu ${answer.status}`)
    return reportsSchema.parse(await answer.json()).checks.map((each) => ({ ...each, name: `API: ${each.name}` }))
  } catch (error) {
    return failed(messageOf(error))
  }
}
