import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createOperatorClient, NoServerError, type OperatorClient } from '@atalaia/server'
import { object, string } from 'zod/mini'
import type { Config } from '../config.ts'
import { leakApiSocket, openOperator } from '../operator.ts'
import { openStore, type Store } from '../store/store.ts'

/**
 * The operations of leak-api, answered by the process that has the database. Nothing is opened before the first call.
 * A call rejects with the text of a failure.
 */
export type Connection = OperatorClient & { close(): Promise<void> }

type Opened = { readonly client: OperatorClient; close(): Promise<void> }

const isThere = async (server: OperatorClient): Promise<boolean> => {
  try {
    await server.call({ method: 'GET', path: '/sources' })
    return true
  } catch (error) {
    if (error instanceof NoServerError) return false
    throw error
  }
}

const openFolder = async (config: Config): Promise<Store> => {
  const opened = await openStore({ ...config, environment: process.env })
  if (opened.status === 'open') return opened.store
  throw new Error(
    `data folder ${config.dataDir}: process ${opened.pid} has it and takes no imports yet; try again when it is up or gone`,
  )
}

/** Opens the database in this process, which then answers its own operations on a socket of its own. */
const openOwn = async (config: Config): Promise<Opened> => {
  const store = await openFolder(config)
  const folder = await mkdtemp(join(tmpdir(), 'leak-api-'))
  const path = leakApiSocket(folder)
  const operator = await openOperator({ tools: { ...store, dataDir: config.dataDir, clock: () => new Date() }, path })
  return {
    client: createOperatorClient(path),
    close: async () => {
      await operator.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** With `DATABASE_URL` straight to it; else through the running server, which has the folder; else the folder itself. */
const open = async (config: Config): Promise<Opened> => {
  const client = createOperatorClient(leakApiSocket(config.dataDir))
  if (config.databaseUrl !== undefined || !(await isThere(client))) return openOwn(config)
  return { client, close: () => Promise.resolve() }
}

const FIRST_FAILURE = 400
const failureSchema = object({ message: string() })

export const createConnection = (readConfig: () => Config): Connection => {
  let opening: Promise<Opened> | undefined
  const connect = async () => (await (opening ??= open(readConfig()))).client
  return {
    call: async (call) => {
      const answer = await (await connect()).call(call)
      if (answer.status >= FIRST_FAILURE) throw new Error(failureSchema.parse(answer.body).message)
      return answer
    },
    open: async (call) => {
      const response = await (await connect()).open(call)
      if ((response.statusCode ?? FIRST_FAILURE) < FIRST_FAILURE) return response
      throw new Error(failureSchema.parse(JSON.parse(await text(response))).message)
    },
    close: async () => (await opening)?.close(),
  }
}
