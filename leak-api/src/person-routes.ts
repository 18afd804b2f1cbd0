import type { FastifyPluginAsync } from 'fastify'
import { ownRoutes, type OwnParts } from './accounts/own-routes.ts'
import { organisationKeyRoutes } from './accounts/api-keys/organisation-key-routes.ts'
import { privacyRoutes } from './accounts/privacy/privacy-routes.ts'

/** The routes on which a person may be asked for the password of the account: the account itself, own data, and API keys. */
export const personRoutes: FastifyPluginAsync<OwnParts> = async (app, parts) => {
  await app.register(ownRoutes, parts)
  await app.register(privacyRoutes, parts)
  await app.register(organisationKeyRoutes, parts)
}
