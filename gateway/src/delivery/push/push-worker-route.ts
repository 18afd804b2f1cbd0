import { PUSH_WORKER } from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { sendText } from '../files/send-file.ts'

const script = readFileSync(new URL('worker.js', import.meta.url), 'utf8')
const identity = integrityOf(script)

/** The worker loads and calls nothing: its own policy holds it to that (M-PUSH-7). */
const HEADERS = {
  'content-security-policy': "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cross-origin-resource-policy': 'same-origin',
} as const

/** The script of the service worker that shows pushes. A browser looks for a newer one with each push, a day after the last look. */
export const pushWorkerRoute = (app: FastifyInstance): void => {
  app.get(PUSH_WORKER.script, { logLevel: 'warn' }, (request, reply) =>
    sendText(request, reply.headers(HEADERS), {
      text: script,
      type: 'text/javascript; charset=utf-8',
      cacheControl: 'no-cache',
      identity,
    }),
  )
}

/**
 * Refuses every other file to a browser that asks for a service worker, as it says itself (`Service-Worker`): no
 * file of a remote, and no answer of the API, stays in a browser as a worker (M-PUSH-8).
 */
export const guardWorkers = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ headers, url }, reply) => {
    if (headers['service-worker'] === undefined || url === PUSH_WORKER.script) return undefined
    return reply
      .code(403)
      .headers({ 'cache-control': 'no-store' })
      .type('text/plain; charset=utf-8')
      .send('no worker\n')
  })
}
