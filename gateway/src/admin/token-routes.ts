import { remoteNameSchema } from '@atalaia/contracts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createToken, listTokens, revokeToken } from '../versions/tokens-table.ts'
import type { Versions } from '../versions/versions.ts'
import type { Authorities } from './authority.ts'
import { Refusal } from './refusal.ts'

const order = z.object({
  remote: remoteNameSchema,
  label: z
    .string()
    .regex(/^[\w.@ -]{1,60}$/)
    .default('ci'),
})

/** `/-/tokens`: for operators alone. */
export const tokenRoutes = (app: FastifyInstance, { database }: Versions, authority: Authorities): void => {
  app.post('/-/tokens', async (request, reply) => {
    await authority.operator(request)
    const parsed = order.safeParse(request.body)
    if (!parsed.success) throw new Refusal(400, 'a token has a remote, and a label of letters, digits, . @ - and _')
    const made = await createToken(database, parsed.data.remote, parsed.data.label)
    return reply.code(201).send(made)
  })

  app.get('/-/tokens', async (request) => {
    await authority.operator(request)
    return { tokens: await listTokens(database) }
  })

  app.delete('/-/tokens/:id', async (request, reply) => {
    await authority.operator(request)
    const { id } = z.object({ id: z.string() }).parse(request.params)
    if (!(await revokeToken(database, id))) throw new Refusal(404, `${id}: there is no such token that still works`)
    return reply.code(204).send()
  })
}
