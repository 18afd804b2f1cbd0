import { passkeyCreationSchema, recoveryCodesSchema } from '@atalaia/contracts/second-factor'
import { Problem } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { security } from '../../access/caller.ts'
import { passkeyCreatedBody, passkeyNameBody, passkeyParams, passwordBody } from './factor-bodies.ts'
import { config, createFactorChanges, emptySchema, failures, refuse, type OwnFactorParts } from './factor-changes.ts'

/** Passkeys of one account. */
const MAX_PASSKEYS = 20
const goneKey = () => new Problem(404, 'Esta chave de acesso não existe mais.')

/** The passkeys of the account of the session (P-FACTOR-5). */
export const ownPasskeyRoutes: FastifyPluginCallbackZod<OwnFactorParts> = (app, parts, done) => {
  const { tools, own, confirmPassword, clock } = parts
  const { factors, challenges, passkeys } = tools
  const { change, firstCodes, afterRemoval } = createFactorChanges(parts)

  app.post(
    '/conta/segundo-fator/chaves',
    {
      schema: {
        summary: 'Begin to add a passkey, with the password',
        security,
        body: passwordBody,
        response: { 200: passkeyCreationSchema, ...failures },
      },
      config,
    },
    async (request) => {
      const account = await own(request)
      await confirmPassword(request, account, request.body.senha)
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
      schema: {
        summary: 'Add the passkey that the browser has made',
        security,
        body: passkeyCreatedBody,
        response: { 200: recoveryCodesSchema, ...failures },
      },
      config,
    },
    async (request) => {
      const account = await own(request)
      const { desafio, nome, chave } = request.body
      const owner = await challenges.redeem(desafio, 'enrol', clock())
      const isOurs = owner?.accountId === account.id && owner.generation === account.generation
      const made = isOurs && (await passkeys.verifyCreated(chave, desafio))
      if (!made) throw refuse('A chave de acesso não foi aceita, ou o tempo acabou. Tente de novo.')
      return change(account, `A chave de acesso "${nome}" foi ligada à sua conta.`, async (changing) => {
        if (!(await changing.addPasskey({ ...made, accountId: account.id, name: nome }, clock())))
          throw refuse('Esta chave de acesso já está ligada a uma conta.')
        return { codigos: await firstCodes(changing, account) }
      })
    },
  )

  app.post(
    '/conta/segundo-fator/chaves/:id/renomear',
    {
      schema: {
        summary: 'Give a passkey another name',
        security,
        params: passkeyParams,
        body: passkeyNameBody,
        response: { 200: emptySchema, ...failures },
      },
      config,
    },
    async (request) => {
      const { id } = await own(request)
      if (!(await factors.renamePasskey(id, request.params.id, request.body.nome))) throw goneKey()
      return {}
    },
  )

  app.post(
    '/conta/segundo-fator/chaves/:id/remover',
    {
      schema: {
        summary: 'Remove a passkey, with the password',
        security,
        params: passkeyParams,
        body: passwordBody,
        response: { 200: emptySchema, ...failures },
      },
      config,
    },
    async (request) => {
      const account = await own(request)
      await confirmPassword(request, account, request.body.senha)
      await change(account, 'Uma chave de acesso foi removida da sua conta.', async (changing) => {
        if ((await changing.removePasskey(account.id, request.params.id)) === undefined) throw goneKey()
        await afterRemoval(changing, account)
      })
      return {}
    },
  )
  done()
}
