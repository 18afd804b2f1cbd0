import type { FastifyInstance } from 'fastify'
import { iconUrl } from '../page/page-files.ts'
import type { ReleaseSource } from '../release/release-source.ts'

/** What browsers ask for when they show something that is not a page of ours, a report for example. */
export const iconRoute = (app: FastifyInstance, releases: ReleaseSource): void => {
  app.get('/favicon.ico', { logLevel: 'warn' }, async (_request, reply) => {
    const state = await releases.current()
    const url = state.status === 'ready' ? iconUrl(state.current.shell) : undefined
    return url === undefined ? reply.code(204).send() : reply.redirect(url)
  })
}
