import { createErrorHandlers, demandSchemas, openOperatorSocket, type OperatorSocket } from '@atalaia/server'
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { identityOperations } from './accounts/identities/identity-operations.ts'
import { keyOperations } from './api-keys/key-operations.ts'
import { auditOperations } from './audit/audit-operations.ts'
import type { ImportTools } from './importing/run-import.ts'
import { mailOperations } from './mail/mail-command.ts'
import { portalOperations } from './portals/portal-operations.ts'
import { operatorOperations } from './operators/operator-operations.ts'
import { STANDARD_LIMITS } from './operators/standard-limits.ts'
import { retentionOperations } from './privacy/retention-operations.ts'
import { siemOperations } from './siem/siem-operations.ts'
import type { Keys } from './store/keys.ts'

export type OperatorOptions = {
  readonly tools: ImportTools & {
    readonly keys: Pick<Keys, 'token'>
    /** The address of the product's pages, for links in mails. */
    readonly origin: string
    /** The absolute address of the API; absent in a command's own process that was told none. */
    readonly apiUrl?: string | undefined
  }
  readonly path: string
  /** Without it nothing is logged. */
  readonly log?: FastifyBaseLogger
}

/**
 * Serves the operations of all features, for the command line of the same user: the embedded database belongs to one
 * process at a time.
 */
export const openOperator = async ({ tools, path, log }: OperatorOptions): Promise<OperatorSocket> => {
  const app = Fastify({
    logController: new LogController({ disableRequestLogging: true }),
    ...(log && { loggerInstance: log }),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const { onError, onNotFound } = createErrorHandlers()
  app.setErrorHandler(onError)
  app.setNotFoundHandler(onNotFound)
  demandSchemas(app)
  await app.register(portalOperations, { tools })
  await app.register(mailOperations, { tools })
  await app.register(keyOperations, { tools })
  await app.register(siemOperations, { tools })
  await app.register(identityOperations, { tools })
  await app.register(operatorOperations, { tools: { ...tools, standards: STANDARD_LIMITS } })
  await app.register(retentionOperations, { tools })
  await app.register(auditOperations, { tools })
  const socket = await openOperatorSocket({ app, path })
  return {
    close: async () => {
      await app.close()
      await socket.close()
    },
  }
}
