import { rolesFor } from '@atalaia/contracts'
import { contentPolicy } from '@atalaia/server'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

export type ApiDocumentOptions = {
  readonly brand: string
  /** True where people see it at /api/docs. */
  readonly isShown: boolean
}

/** The page sets styles, and calls the API. */
const POLICY = contentPolicy({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
})

/** Tells of each route for sessions its operation, and the roles that may carry it out. */
const transform: typeof jsonSchemaTransform = (told) => {
  const { schema, url } = jsonSchemaTransform(told)
  const operation = told.route.config?.operation
  return { schema: operation ? { ...schema, 'x-operation': operation, 'x-roles': rolesFor(operation) } : schema, url }
}

/** The OpenAPI document, `app.swagger()`. Registered before the routes that it shows. */
export const addApiDocument = async (app: FastifyInstance, { brand, isShown }: ApiDocumentOptions): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      info: { title: `${brand}: leak-api`, version: '1.0.0' },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          key: { type: 'apiKey', in: 'header', name: 'hibp-api-key' },
          keyAsBearer: { type: 'http', scheme: 'bearer', description: 'An API key with the scope scim:write' },
        },
      },
    },
    transform,
  })
  if (isShown) await app.register(import('@fastify/swagger-ui'), { routePrefix: '/api/docs', staticCSP: POLICY })
}
