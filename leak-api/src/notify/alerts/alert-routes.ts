import type { Database } from '@atalaia/database'
import { Problem } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { authenticationFailures, memberOf, security, SESSION_ENDED } from '../../base/access/caller.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import type { Clock } from '../../base/clock.ts'
import {
  alertSettingSchema,
  changeAlertSetting,
  ownAlertSettingSchema,
  readAlertSetting,
  type AlertMember,
} from './alert-settings.ts'

export type AlertRouteParts = { readonly database: Database; readonly clock: Clock }

/** For sessions of our own pages alone. */
export const alertRoutes: FastifyPluginCallbackZod<AlertRouteParts> = (app, { database, clock }, done) => {
  const response = { 200: ownAlertSettingSchema, ...authenticationFailures }
  const read = async (member: AlertMember) => {
    const setting = await readAlertSetting(database, member)
    if (setting === undefined) throw new Problem(401, SESSION_ENDED)
    return setting
  }
  const config = { operation: 'alerts:own' } as const
  app.get(
    '/alertas',
    { schema: { summary: 'When the caller gets alerts by mail', security, response }, config },
    (request) => read(memberOf(request)),
  )
  // Pages post: their client has no other way to write.
  for (const method of ['PUT', 'POST'] as const)
    app.route({
      method,
      url: '/alertas',
      schema: { summary: 'Change when the caller gets alerts', security, body: alertSettingSchema, response },
      config,
      handler: async (request) => {
        const { accountId, organisationId } = memberOf(request)
        const change = { accountId, organisationId, actor: actorOf(request), at: clock() }
        await changeAlertSetting(database, { ...change, ...request.body })
        return read({ accountId, organisationId })
      },
    })
  done()
}
