import { PassThrough } from 'node:stream'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { array, object, optional, string, type ZodMiniType } from 'zod/mini'
import {
  IMPORT_HEADERS,
  importQuerySchema,
  readingSchema,
  listedImportSchema,
  MAX_SOURCE_LENGTH,
  sourceFactsSchema,
  sourceSchema,
  type ImportEvent,
} from './import-protocol.ts'
import { listImports } from './imports-listing.ts'
import { runImport, type ImportTools } from './run-import.ts'
import { createSourcesRepository } from './sources-repository.ts'

const STOPPING = 'the server is stopping'

async function* bytesOf(request: FastifyRequest, signal: AbortSignal): AsyncGenerator<Buffer> {
  // An upload that has stalled would hold up the end of the process.
  signal.addEventListener('abort', () => request.raw.destroy(new Error(STOPPING)))
  for await (const chunk of request.raw) yield Buffer.from(chunk)
}

/** A header of a command line, which may be of an older version. */
const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? decodeURIComponent(value).slice(0, MAX_SOURCE_LENGTH) : undefined
}

/** The JSON of a header: how the file is to be read, or facts about its source. */
const jsonOf = <Value>({ headers }: FastifyRequest, name: string, schema: ZodMiniType<Value>): Value =>
  schema.parse(JSON.parse(decodeURIComponent(String(headers[name] ?? '{}'))))

/** The newest import of the same file, before it is read again (M-IMPORT-13). */
const tellKnownFile = async (
  { database }: ImportTools,
  hash: string | undefined,
  tell: (event: ImportEvent) => void,
) => {
  if (hash === undefined) return
  const [last] = await listImports(database, { hash })
  if (last) tell({ kind: 'known-file', import: last.id, source: last.source, finishedAt: last.finishedAt })
}

/**
 * Operations of the operator socket on leaks: `GET` and `PUT /sources`, `GET /imports`, and `POST /imports` with a file as body, answered with the
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

  const sourcesQuery = object({ all: optional(string()) })
  app.get('/sources', { schema: { querystring: sourcesQuery, response: { 200: array(sourceSchema) } } }, ({ query }) =>
    createSourcesRepository(tools.database).list(query.all === 'yes'),
  )
  app.put(
    '/sources',
    {
      schema: {
        querystring: object({ name: string() }),
        body: sourceFactsSchema,
        response: { 200: sourceSchema, 404: problemSchema },
      },
    },
    async ({ query: { name }, body }) => {
      const source = await createSourcesRepository(tools.database).tell(name, body)
      if (source === undefined) throw new Problem(404, `source ${name}: there is none`)
      return source
    },
  )
  const importsQuery = object({ source: optional(string()) })
  app.get(
    '/imports',
    { schema: { querystring: importsQuery, response: { 200: array(listedImportSchema) } } },
    ({ query }) => listImports(tools.database, query),
  )

  app.post('/imports', { schema: { querystring: importQuerySchema } }, (request, reply) => {
    const events = new PassThrough()
    const tell = (event: ImportEvent) => events.write(`${JSON.stringify(event)}\n`)
    if (running === undefined) {
      const { file: fileName, source, date, bulk } = request.query
      const [by, hash] = [headerOf(request, IMPORT_HEADERS.by), headerOf(request, IMPORT_HEADERS.hash)]
      const content = bytesOf(request, stop.signal)
      const reading = jsonOf(request, IMPORT_HEADERS.reading, readingSchema)
      const facts = jsonOf(request, IMPORT_HEADERS.facts, sourceFactsSchema)
      const named = { fileName, source, date, by, reading, facts, bulk: bulk === 'yes' }
      running = tellKnownFile(tools, hash, tell)
        .then(() => runImport(tools, { ...named, content, onProgress: tell, signal: stop.signal }))
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
