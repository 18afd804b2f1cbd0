import { request as open } from 'node:http'
import fastify from 'fastify'
import { errorHandlers } from '../problems.ts'
import { createFairShares } from './fair-shares.ts'

const createServer = async () => {
  const app = fastify()
  app.setErrorHandler(errorHandlers.onError)
  const bounds = { concurrency: 2, concurrencyPerKey: 1, maxWaiting: 2, maxWaitingPerKey: 1, maxWaitMs: 30_000 }
  const shares = createFairShares(app, bounds)
  const working: string[] = []
  const letGo: (() => void)[] = []
  const entered: (() => void)[] = []
  const arrivals: (() => void)[] = []
  app.addHook('onRequest', async () => arrivals.shift()?.())
  app.get<{ Params: { key: string } }>('/:key', async (request, reply) => {
    await shares.enter(request, reply, request.params.key)
    working.push(request.params.key)
    entered.shift()?.()
    await new Promise<void>((resolve) => letGo.push(resolve))
    return {}
  })
  const nextArrival = () => new Promise<void>((resolve) => arrivals.push(resolve))
  const nextEntry = () => new Promise<void>((resolve) => entered.push(resolve))
  const letOneGo = () => letGo.shift()?.()
  const url = await app.listen({ port: 0 })
  const call = (key: string) => {
    const sent = open(`${url}/${key}`)
    sent.on('error', () => undefined)
    sent.end()
    return sent
  }
  return { app, working, nextArrival, nextEntry, letOneGo, call }
}

// Threat: T-ACCOUNT-5
test('one key has its share, waits within bounds, and leaves the rest to others', async () => {
  const { app, working, nextEntry, letOneGo } = await createServer()
  const first = nextEntry()
  const answers = [app.inject('/a'), app.inject('/a')]
  await first
  const refused = await app.inject('/a')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '30'])
  const second = nextEntry()
  answers.push(app.inject('/b'))
  await second
  expect(working).toEqual(['a', 'b'])
  const third = nextEntry()
  letOneGo()
  await third
  letOneGo()
  letOneGo()
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  await app.close()
})

// Threat: T-ACCOUNT-5
test('a client that goes away holds no place, neither waiting nor when its work is done', async () => {
  const { app, working, nextArrival, nextEntry, letOneGo, call } = await createServer()
  const first = nextEntry()
  const worked = call('a')
  await first
  const arrived = nextArrival()
  const waited = call('a')
  await arrived
  for (const gone of [waited, worked]) {
    const closed = new Promise((resolve) => gone.once('close', resolve))
    gone.destroy()
    await closed
  }
  const next = nextEntry()
  letOneGo()
  const answer = app.inject('/a')
  await next
  letOneGo()
  expect((await answer).statusCode).toBe(200)
  expect(working).toEqual(['a', 'a'])
  await app.close()
})
