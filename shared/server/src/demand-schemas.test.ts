import fastify from 'fastify'
import { demandSchemas } from './demand-schemas.ts'

const start = () => {
  const app = fastify()
  demandSchemas(app)
  return app
}

test('a server with a route without a schema does not start, and names each such route', async () => {
  const app = start()
  app.get('/with', { schema: { querystring: {} } }, async () => 'ok')
  app.post('/without', async () => 'ok')
  await app.register(async (scope) => void scope.delete('/inner', async () => 'ok'), { prefix: '/scope' })
  await expect(app.ready()).rejects.toThrow('routes without a schema: POST /without; DELETE /scope/inner')
})

test('a server whose routes all have a schema starts, also where a hook of a scope has added one', async () => {
  const app = start()
  app.get('/with', { schema: { querystring: {} } }, async () => 'ok')
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => void (route.schema ??= { querystring: {} }))
    scope.get('/library', async () => 'ok')
  })
  expect((await app.inject('/library')).statusCode).toBe(200)
})
