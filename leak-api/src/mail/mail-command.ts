import type { CommandLine, OperatorClient } from '@atalaia/server'
import type { Database } from '@atalaia/database'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { createMailRepository } from './mail-repository.ts'

const countsSchema = z.array(z.object({ kind: z.string(), state: z.string(), mails: z.number() }))

type OperationParts = { readonly tools: { readonly database: Database } }

/** The operation that counts mails. */
export const mailOperations: FastifyPluginCallbackZod<OperationParts> = (app, { tools }, done) => {
  app.get('/mail', { schema: { response: { 200: countsSchema } } }, () => createMailRepository(tools.database).count())
  done()
}

/** Adds `mail` to a command line. */
export const addMailCommand = (
  { program, action }: CommandLine,
  { server }: { readonly server: OperatorClient },
): void => {
  program
    .command('mail')
    .description('the mails of the last 30 days by kind: how many wait, were sent, were refused or have expired')
    .action(
      action(z.object({}), async () => {
        const { body } = await server.call({ method: 'GET', path: '/mail' })
        const counts = countsSchema.parse(body)
        const lines = counts.map(({ kind, state, mails }) => `${kind}  ${state}  ${mails}\n`)
        return { text: lines.length === 0 ? 'Nothing yet.\n' : lines.join(''), json: counts }
      }),
    )
}
