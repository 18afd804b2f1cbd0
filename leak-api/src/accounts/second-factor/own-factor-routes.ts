import {
  appSetupSchema,
  factorChangedSchema,
  recoveryCodesSchema,
  secondFactorSchema,
} from '@atalaia/contracts/second-factor'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { HOUR_MS } from '../../base/clock.ts'
import { organisationOf, authenticationFailures, security, sessionOf } from '../../base/access/caller.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { recordAudit } from '../../base/audit/record-audit.ts'
import { enqueueMail } from '../../base/mail/enqueue-mail.ts'
import { tooManyRequests } from '../../base/problems.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { newSecret, stepOf } from './authenticator-app.ts'
import { changeBody, codeBody, passwordBody, policyBody } from './factor-bodies.ts'
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
import { factorMail } from './factor-mails.ts'
import { createFactorsRepository } from './factors-repository.ts'
import { ownPasskeyRoutes } from './own-passkey-routes.ts'
import { renewCodes } from './recovery-codes.ts'

/** Codes that a session tries to turn an app on: without the password, it could guess one. */
const SETUP_CODES_PER_HOUR = 20

/** Second factors of the session's account (P-FACTOR-1 to P-FACTOR-5). */
export const ownFactorRoutes: FastifyPluginCallbackZod<OwnFactorParts> = (app, parts, done) => {
  const { tools, database, own, limits, brand, origin, clock } = parts
  const guesses = limits.window({ name: 'app-setup', points: SETUP_CODES_PER_HOUR, windowMs: HOUR_MS })
  const { factors, seal } = tools
  const { change, firstCodes, afterRemoval } = createFactorChanges(parts)

  app.get(
    '/conta/segundo-fator',
    {
      schema: {
        summary: 'The second factors of the account',
        security,
        response: { 200: secondFactorSchema, ...authenticationFailures },
      },
      config,
    },
    async (request) => {
      const { id } = await own(request)
      const { hasApp, codes, isRequired } = await factors.count(id)
      const chaves = (await factors.passkeys(id)).map(({ id: passkeyId, name, addedAt, lastUsedAt }) => ({
        id: passkeyId,
        nome: name,
        criada_em: addedAt,
        usada_em: lastUsedAt,
      }))
      return { aplicativo: hasApp, chaves, codigos: codes, exigida: isRequired }
    },
  )

  app.post(
    '/conta/segundo-fator/aplicativo',
    {
      schema: orderOf('Begin to set up an authenticator app, with the password', passwordBody, appSetupSchema),
      config: credentials,
    },
    async (request) => {
      const account = await own(request)
      const secret = newSecret(brand, account.email)
      const sealed = Buffer.from(seal.close(account.id, secret.bytes)).toString('hex')
      if (!(await factors.beginApp(account.id, sealed)))
        throw refuse('Um aplicativo já está ligado. Desligue-o antes de ligar outro.')
      return { segredo: secret.text, endereco: secret.address }
    },
  )

  app.post(
    '/conta/segundo-fator/aplicativo/confirmar',
    {
      schema: orderOf('Turn the app on, with its first code', codeBody, recoveryCodesSchema),
      config: secure,
    },
    async (request, reply) => {
      const account = await own(request)
      const { id } = account
      const allowed = await guesses.consume(sessionOf(request)?.id ?? id)
      if (!allowed.ok) throw tooManyRequests(allowed)
      const found = await factors.findApp(id, false)
      const secret = found && seal.open(id, Buffer.from(found.sealed, 'hex'))
      const step = secret && stepOf(secret, request.body.codigo.replaceAll(/\s/g, ''), clock())
      if (step === undefined) throw refuse('O código não confere. Veja se a hora do aparelho está certa.')
      const what = 'Um aplicativo de códigos foi ligado à sua conta.'
      const act = { action: 'factor.app-added', endsOthers: request.body.encerrar } as const
      return change({ account, what, request, reply, ...act }, async (changing) => {
        if (!(await changing.takeStep(id, step, false, clock()))) throw refuse('O aplicativo já foi ligado.')
        return { codigos: await firstCodes(changing, account) }
      })
    },
  )

  app.post(
    '/conta/segundo-fator/aplicativo/remover',
    {
      schema: orderOf('Turn the app off, with the password', changeBody, factorChangedSchema),
      config: credentials,
    },
    async (request, reply) => {
      const account = await own(request)
      const { encerrar: endsOthers } = request.body
      const what = 'O aplicativo de códigos foi desligado da sua conta.'
      const act = { action: 'factor.app-removed', endsOthers } as const
      return change({ account, what, request, reply, ...act }, async (changing) => {
        if (!(await changing.removeApp(account.id))) throw refuse('Nenhum aplicativo está ligado.')
        await afterRemoval(changing, account)
        return {}
      })
    },
  )

  app.post(
    '/conta/segundo-fator/codigos',
    {
      schema: orderOf(
        'Make new recovery codes, with the password; the older ones end',
        changeBody,
        recoveryCodesSchema,
      ),
      config: credentials,
    },
    async (request, reply) => {
      const account = await own(request)
      const { encerrar: endsOthers } = request.body
      const { hasApp, passkeys: keys } = await factors.count(account.id)
      if (!hasApp && keys === 0) throw refuse('Ligue antes um aplicativo ou uma chave de acesso.')
      const what = 'Códigos de recuperação novos foram feitos para a sua conta. Os de antes não valem mais.'
      const act = { action: 'factor.codes-renewed', endsOthers } as const
      return change({ account, what, request, reply, ...act }, async (changing) => ({
        codigos: await renewCodes(changing, seal, account.id),
      }))
    },
  )

  app.post(
    '/organizacao/segundo-fator',
    {
      schema: orderOf(
        'Whether the people of the organisation need a second factor, with the password',
        policyBody,
        emptySchema,
      ),
      config: { ...config, operation: 'organisation:credentials' },
    },
    async (request) => {
      const account = await own(request)
      const { exigida } = request.body
      const { hasApp, passkeys: keys } = await factors.count(account.id)
      if (exigida && !hasApp && keys === 0) throw refuse('Ligue antes a verificação em duas etapas nesta conta.')
      const what = `A verificação em duas etapas ${exigida ? 'passou a ser exigida' : 'deixou de ser exigida'} na sua organização.`
      const [organisationId, at] = [organisationOf(request), clock()]
      await database.transaction(async (tx) => {
        await lockOrganisation(tx, organisationId)
        const before = await createFactorsRepository(tx).requireFor(organisationId, exigida)
        await enqueueMail(tx, factorMail({ to: account.email, origin, what, at }))
        const facts = { before: { required: before }, after: { required: exigida } }
        const target = { kind: 'organisation', id: organisationId } as const
        const act = { action: 'factor.policy-changed', actor: actorOf(request), at, target, ...facts } as const
        await recordAudit(tx, { organisationId, ...act })
      })
      return {}
    },
  )
  void app.register(ownPasskeyRoutes, parts)
  done()
}
