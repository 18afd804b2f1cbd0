import type { FastifyInstance } from 'fastify'
import { identityRoutes, type IdentityParts } from './identity-routes.ts'
import { createOpenId } from './openid.ts'
import { identitySessionRoutes, type IdentitySessionParts } from './session-routes.ts'

export type SignInParts = Omit<IdentityParts & IdentitySessionParts, 'openId' | 'apiUrl'> & {
  /** True where an OpenID provider on this machine may be asked over http. */
  readonly loopbackIssuers: boolean
  /** The address of the API, absolute or on the origin of the pages. */
  readonly publicUrl: string
}

/** Sign-in with a provider: the way there and back, and the session at its end (P-IDENTITY). */
export const signIn = async (app: FastifyInstance, given: SignInParts): Promise<void> => {
  const { loopbackIssuers, publicUrl, ...rest } = given
  const parts = { ...rest, apiUrl: new URL(publicUrl, rest.origin).href }
  await app.register(identityRoutes, { ...parts, openId: createOpenId({ loopback: loopbackIssuers }) })
  await app.register(identitySessionRoutes, parts)
}
