import type { FastifyRequest } from 'fastify'

/** The address people use: the configured one, or what the request says when it can be an address at all. */
export const originOf = (request: FastifyRequest, publicOrigin: string | undefined): string => {
  if (publicOrigin !== undefined) return publicOrigin
  const asked = `${request.protocol}://${request.host}`
  return URL.canParse(asked) ? new URL(asked).origin : `${request.protocol}://localhost`
}
