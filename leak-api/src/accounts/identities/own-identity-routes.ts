import { identitySchemas } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object } from 'zod/mini'
import { accountOf, authenticationFailures, security } from '../../base/access/caller.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { recordAccountAudit } from '../../base/audit/record-audit.ts'
import type { Clock } from '../../base/clock.ts'
import { createIdentities } from './identities-repository.ts'

const refusals = {
  unknown: () => new Problem(404, 'Esta entrada não existe mais.'),
  last: () => new Problem(409, 'Esta é a única entrada da conta. Escolha antes uma senha, em “Esqueci minha senha”.'),
}

/** P-IDENTITY-6 */
export const ownIdentityRoutes: FastifyPluginCallbackZod<{ readonly database: Database; readonly clock: Clock }> = (
  app,
  { database, clock },
  done,
) => {
  app.get(
    '/conta/identidades',
    {
      schema: {
        summary: 'The identities that open the account of the session',
        security,
        response: { 200: identitySchemas.list, ...authenticationFailures },
      },
      config: { operation: 'account:own' },
    },
    async (request) => {
      const listed = await createIdentities(database).list(accountOf(request))
      return {
        identidades: listed.map(({ id, title, email, linkedAt, lastUsedAt }) => ({
          id,
          provedor: title,
          email,
          ligada_em: linkedAt,
          usada_em: lastUsedAt,
        })),
      }
    },
  )

  app.post(
    '/conta/identidades/desligar',
    {
      schema: {
        summary: 'Take an identity of the account away, unless it is the last way in',
        security,
        body: identitySchemas.unlink,
        response: { 200: object({}), ...authenticationFailures, 404: problemSchema, 409: problemSchema },
      },
      config: { operation: 'account:secure' },
    },
    async (request) => {
      const [accountId, { id }] = [accountOf(request), request.body]
      await database.transaction(async (tx) => {
        const identities = createIdentities(tx)
        const known = (await identities.list(accountId)).find((identity) => identity.id === id)
        const unlinked = await identities.unlink(accountId, id)
        if (unlinked !== 'unlinked') throw refusals[unlinked]()
        const target = { kind: 'identity', name: known?.title } as const
        const act = { action: 'identity.unlinked', actor: actorOf(request), at: clock(), target } as const
        await recordAccountAudit(tx, accountId, act)
      })
      return {}
    },
  )
  done()
}
