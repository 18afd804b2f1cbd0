import type { FastifyInstance, RouteOptions } from 'fastify'

/**
 * Refuses, as the server starts, routes without a schema, and names them all: what crosses the network is parsed at the
 * border. Called before the first route is added; a schema may also come from a later `onRoute` hook.
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
