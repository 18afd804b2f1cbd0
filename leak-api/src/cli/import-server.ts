import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createErrorHandlers, createOperatorClient, openOperatorSocket, type OperatorClient } from '@atalaia/server'
import Fastify, { LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { object, string } from 'zod/mini'
import { importOperations } from '../importing/import-operations.ts'
import { removalOperations } from '../importing/removal-operations.ts'
import type { ImportTools } from '../importing/run-import.ts'

const FIRST_FAILURE = 400
const failureSchema = object({ message: string() })

const open = async (tools: ImportTools) => {
  const app = Fastify({ logController: new LogController({ disableRequestLogging: true }) })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const { onError, onNotFound } = createErrorHandlers()
  app.setErrorHandler(onError)
  app.setNotFoundHandler(onNotFound)
  await app.register(importOperations, { tools })
  await app.register(removalOperations, { tools })
  const folder = await mkdtemp(join(tmpdir(), 'leak-api-'))
  const path = join(folder, 's')
  const socket = await openOperatorSocket({ app, path })
  return {
    client: createOperatorClient(path),
    close: async () => {
      await app.close()
      await socket.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The operations on imports in this process, on the tools of a command. Nothing is opened before the first call. */
export const createImportServer = (
  tools: () => Promise<ImportTools>,
): { readonly server: OperatorClient; close(): Promise<void> } => {
  let opening: ReturnType<typeof open> | undefined
  const client = async () => (await (opening ??= tools().then(open))).client
  return {
    server: {
      call: async (call) => {
        const answer = await (await client()).call(call)
        if (answer.status >= FIRST_FAILURE) throw new Error(failureSchema.parse(answer.body).message)
        return answer
      },
      open: async (call) => {
        const response = await (await client()).open(call)
        if ((response.statusCode ?? FIRST_FAILURE) < FIRST_FAILURE) return response
        throw new Error(failureSchema.parse(JSON.parse(await text(response))).message)
      },
    },
    close: async () => (await opening?.catch(() => undefined))?.close(),
  }
}
