import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { array } from 'zod/mini'
import { importQuerySchema, sourceSchema, type ImportEvent } from './import-protocol.ts'
import { createImportsRepository } from './imports-repository.ts'
import { runImport, type ImportTools } from './run-import.ts'

const STOPPING = 'the server is stopping'

async function* bytesOf(request: FastifyRequest, signal: AbortSignal): AsyncGenerator<Buffer> {
  // An upload that has stalled would hold up the end of the process.
  signal.addEventListener('abort', () => request.raw.destroy(new Error(STOPPING)))
  for await (const chunk of request.raw) yield Buffer.from(chunk)
}

/**
 * Operations of the operator socket on leaks: `GET /sources`, and `POST /imports` with a file as body, answered with the
 * import's events as one JSON value a line. One import runs at a time. Closing stops it between two batches and waits.
 */
export const importOperations: FastifyPluginCallbackZod<{ readonly tools: ImportTools }> = (app, { tools }, done) => {
  const stop = new AbortController()
  let running: Promise<unknown> | undefined

  app.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
  app.addHook('onClose', async () => {
    stop.abort(new Error(STOPPING))
    await running
  })

  app.get('/sources', { schema: { response: { 200: array(sourceSchema) } } }, () =>
    createImportsRepository(tools.database).sources(),
  )

  app.post('/imports', { schema: { querystring: importQuerySchema } }, (request, reply) => {
    const events = new PassThrough()
    const tell = (event: ImportEvent) => events.write(`${JSON.stringify(event)}\n`)
    if (running === undefined) {
      const { file: fileName, source, date } = request.query
      const content = bytesOf(request, stop.signal)
      running = runImport(tools, { content, fileName, source, date, onProgress: tell, signal: stop.signal })
        .then(tell)
        .finally(() => {
          running = undefined
          events.end()
        })
    } else {
      tell({ kind: 'failed', message: 'another import is running; start this one when it has ended' })
      // A connection that ends while its file is sent breaks, and the answer with it: the sender hangs up.
      request.raw.once('close', () => events.end()).resume()
    }
    return reply.type('application/x-ndjson').send(events)
  })
  done()
}
