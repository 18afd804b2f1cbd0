import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { tokenOrder } from './api.ts'
import type { Registry } from './registry.ts'
import type { Authorities } from './authority.ts'
import { Refusal } from './publish/refusal.ts'

/** `/-/tokens`: for operators alone. */
export const tokenRoutes = (
  app: FastifyInstance,
  { tokens }: Pick<Registry, 'tokens'>,
  authority: Authorities,
): void => {
  app.post('/-/tokens', async (request, reply) => {
    await authority.operator(request)
    const parsed = tokenOrder.safeParse(request.body)
    if (!parsed.success) throw new Refusal(400, 'a token has a remote, and a label of letters, digits, . @ - and _')
    const made = await tokens.create(parsed.data.remote, parsed.data.label)
    return reply.code(201).send(made)
  })

  app.get('/-/tokens', async (request) => {
    await authority.operator(request)
    return { tokens: await tokens.list() }
  })

  app.delete('/-/tokens/:id', async (request, reply) => {
    await authority.operator(request)
    const { id } = z.object({ id: z.string() }).parse(request.params)
    if (!(await tokens.revoke(id))) throw new Refusal(404, `${id}: there is no such token that still works`)
    return reply.code(204).send()
  })
}
