import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

export type ApiDocumentOptions = {
  readonly brand: string
  /** Whether people see it at /api/docs. */
  readonly isShown: boolean
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
        },
      },
    },
    transform: jsonSchemaTransform,
  })
  if (isShown) await app.register(swaggerUi, { routePrefix: '/api/docs' })
}
