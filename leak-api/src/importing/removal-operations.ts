import { PassThrough } from 'node:stream'
import { messageOf, Problem, problemSchema } from '@atalaia/server'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, optional, string, type infer as Infer } from 'zod/mini'
import { importCatalogue } from './catalogue.ts'
import { catalogueAnswerSchema, removalAnswerSchema, type RemovalEvent, type RemovalTarget } from './import-protocol.ts'
import { createRemoval } from './removal.ts'
import type { ImportTools } from './run-import.ts'

const MAX_CATALOGUE_BYTES = 64 * 1024 * 1024

/** Operations that count an import or a source (`GET`), and remove it (`DELETE`) with its events as JSON lines, and `PUT /catalogue`. */
export const removalOperations: FastifyPluginCallbackZod<{ readonly tools: ImportTools }> = (app, { tools }, done) => {
  const removal = createRemoval(tools.database, tools.clock)
  const find = async (kind: RemovalTarget['kind'], named: string): Promise<RemovalTarget> => {
    const target = await removal.find(kind, named)
    if (target === undefined) throw new Problem(404, `${kind} ${named}: there is none`)
    return target
  }
  const remove = (target: RemovalTarget, reply: FastifyReply) => {
    const events = new PassThrough()
    const tell = (event: RemovalEvent) => events.write(`${JSON.stringify(event)}\n`)
    void removal
      .remove(target, (share) => tell({ kind: 'progress', share }))
      .then(
        () => tell({ kind: 'done' }),
        (error: unknown) => tell({ kind: 'failed', message: messageOf(error) }),
      )
      .finally(() => events.end())
    return reply.type('application/x-ndjson').send(events)
  }
  const querystring = object({ import: optional(string()), source: optional(string()) })
  const asked = (query: Infer<typeof querystring>) =>
    query.import === undefined ? find('source', query.source ?? '') : find('import', query.import)

  app.get(
    '/removals',
    { schema: { querystring, response: { 200: removalAnswerSchema, 404: problemSchema } } },
    async ({ query }) => removal.count(await asked(query)),
  )
  app.put(
    '/catalogue',
    { bodyLimit: MAX_CATALOGUE_BYTES, schema: { response: { 200: catalogueAnswerSchema } } },
    ({ body }) => importCatalogue(tools.database, body),
  )
  app.delete('/removals', { schema: { querystring } }, async ({ query }, reply) => remove(await asked(query), reply))
  done()
}
