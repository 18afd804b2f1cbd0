import type { FastifyInstance, RouteOptions } from 'fastify'

/**
 * Refuses at start all routes without a schema: network input is parsed at the border. Call it
 * before the first route.
 */
export const demandSchemas = (app: FastifyInstance): void => {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const lacking = routes
      .filter(({ schema }) => schema === undefined)
      .map(({ method, url }) => `${[method].flat().join(', ')} ${url}`)
    if (lacking.length > 0) throw new Error(`routes without a schema: ${lacking.join('; ')}`)
  })
}
