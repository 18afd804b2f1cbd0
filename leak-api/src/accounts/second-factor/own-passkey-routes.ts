import { factorChangedSchema, passkeyCreationSchema, recoveryCodesSchema } from '@atalaia/contracts/second-factor'
import { Problem } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { actorOf } from '../../base/audit/actor-of.ts'
import { recordAccountAudit } from '../../base/audit/record-audit.ts'
import { changeBody, passkeyCreatedBody, passkeyNameBody, passkeyParams, passwordBody } from './factor-bodies.ts'
import {
  config,
  createFactorChanges,
  credentials,
  secure,
  emptySchema,
  orderOf,
  refuse,
  type OwnFactorParts,
} from './factor-changes.ts'
import { createFactorsRepository } from './factors-repository.ts'

const MAX_PASSKEYS = 20
const goneKey = () => new Problem(404, 'Esta chave de acesso não existe mais.')

/** P-FACTOR-5 */
export const ownPasskeyRoutes: FastifyPluginCallbackZod<OwnFactorParts> = (app, parts, done) => {
  const { database, tools, own, clock } = parts
  const { factors, challenges, passkeys } = tools
  const { change, firstCodes, afterRemoval } = createFactorChanges(parts)

  app.post(
    '/conta/segundo-fator/chaves',
    {
      schema: orderOf('Begin to add a passkey, with the password', passwordBody, passkeyCreationSchema),
      config: credentials,
    },
    async (request) => {
      const account = await own(request)
      const known = await factors.passkeys(account.id)
      if (known.length >= MAX_PASSKEYS) throw refuse(`Uma conta tem no máximo ${MAX_PASSKEYS} chaves de acesso.`)
      const { id: accountId, generation } = account
      const desafio = await challenges.create('enrol', { accountId, generation }, clock())
      return passkeys.creation(account, desafio, known)
    },
  )

  app.post(
    '/conta/segundo-fator/chaves/confirmar',
    {
      schema: orderOf('Add the passkey that the browser has made', passkeyCreatedBody, recoveryCodesSchema),
      config: secure,
    },
    async (request, reply) => {
      const account = await own(request)
      const { desafio, nome, chave, encerrar: endsOthers } = request.body
      const owner = await challenges.redeem(desafio, 'enrol', clock())
      const isOurs = owner?.accountId === account.id && owner.generation === account.generation
      const made = isOurs && (await passkeys.verifyCreated(chave, desafio))
      if (!made) throw refuse('A chave de acesso não foi aceita, ou o tempo acabou. Tente de novo.')
      const what = `A chave de acesso "${nome}" foi ligada à sua conta.`
      const target = { kind: 'passkey', name: nome } as const
      const act = { action: 'factor.passkey-added', target, endsOthers } as const
      return change({ account, what, request, reply, ...act }, async (changing) => {
        if (!(await changing.addPasskey({ ...made, accountId: account.id, name: nome }, clock())))
          throw refuse('Esta chave de acesso já está ligada a uma conta.')
        return { codigos: await firstCodes(changing, account) }
      })
    },
  )

  app.post(
    '/conta/segundo-fator/chaves/:id/renomear',
    {
      schema: { ...orderOf('Give a passkey another name', passkeyNameBody, emptySchema), params: passkeyParams },
      config,
    },
    async (request) => {
      const [account, { nome }] = [await own(request), request.body]
      const target = { kind: 'passkey', id: request.params.id, name: nome } as const
      await database.transaction(async (tx) => {
        if (!(await createFactorsRepository(tx).renamePasskey(account.id, target.id, nome))) throw goneKey()
        const act = { action: 'factor.passkey-renamed', actor: actorOf(request), at: clock(), target } as const
        await recordAccountAudit(tx, account.id, act)
      })
      return {}
    },
  )

  app.post(
    '/conta/segundo-fator/chaves/:id/remover',
    {
      schema: {
        ...orderOf('Remove a passkey, with the password', changeBody, factorChangedSchema),
        params: passkeyParams,
      },
      config: credentials,
    },
    async (request, reply) => {
      const account = await own(request)
      const { encerrar: endsOthers } = request.body
      const what = 'Uma chave de acesso foi removida da sua conta.'
      const target = { kind: 'passkey', id: request.params.id } as const
      const act = { action: 'factor.passkey-removed', target, endsOthers } as const
      return change({ account, what, request, reply, ...act }, async (changing) => {
        if ((await changing.removePasskey(account.id, request.params.id)) === undefined) throw goneKey()
        await afterRemoval(changing, account)
        return {}
      })
    },
  )
  done()
}
