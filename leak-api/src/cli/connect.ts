import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { createOperatorClient, NoServerError, type OperatorCall, type OperatorClient } from '@atalaia/server'
import { object, string } from 'zod/mini'
import { EXCEPTIONS_PATH, IDENTITY_PATH } from '../accounts/identities/identity-operations.ts'
import { KEYS_PATH } from '../api-keys/key-operations.ts'
import { AUDIT_ROWS_PATH, AUDIT_VERIFY_PATH } from '../audit/audit-operations.ts'
import { leakApiSocket, type Config } from '../config.ts'
import { OPERATOR_PATH } from '../operators/operator-routes.ts'
import { RETENTION_PATH } from '../privacy/retention-operations.ts'
import { SIEM_PATH } from '../siem/siem-operations.ts'
import { DATABASE_FOLDER } from '../store/store.ts'

/**
 * The operations of leak-api, answered by the process that has the database. Nothing is opened before the first call.
 * A call rejects with the text of a failure.
 */
export type Connection = OperatorClient & { close(): Promise<void> }

type Opened = { readonly client: OperatorClient; close(): Promise<void> }

const isThere = async (server: OperatorClient): Promise<boolean> => {
  try {
    await server.call({ method: 'GET', path: '/portals' })
    return true
  } catch (error) {
    if (error instanceof NoServerError) return false
    throw error
  }
}

/** Opens the database in this process. What that needs is loaded here alone: most commands talk to a running server. */
const openOwn = async (config: Config): Promise<Opened> => (await import('./own-operator.ts')).openOwnOperator(config)

/** Operations on what a server already has; in an empty folder they would make a database that no server reads. */
const EXISTING_ONLY = [
  '/portals',
  KEYS_PATH,
  SIEM_PATH,
  IDENTITY_PATH,
  RETENTION_PATH,
  EXCEPTIONS_PATH,
  AUDIT_VERIFY_PATH,
  AUDIT_ROWS_PATH,
]
const needsServersData = (path: string) =>
  path.startsWith(`${OPERATOR_PATH}/`) || EXISTING_ONLY.includes(path.split('?')[0] ?? '')

/**
 * Warns about a data folder on which no server runs, when a database is about to be made in it that perhaps no server reads. For an
 * operation on existing data alone it warns in any case, and refuses a folder without a database.
 */
const checkFolder = ({ dataDir }: Config, existingOnly: boolean, warn: (text: string) => void): void => {
  const folder = resolve(dataDir)
  const isEmpty = !existsSync(join(folder, DATABASE_FOLDER))
  if (isEmpty && existingOnly)
    throw new Error(`data folder ${folder}: there is no database in it; set DATA_DIR to the folder of the server`)
  const made = isEmpty ? ', and a database is made in it' : ''
  if (isEmpty || existingOnly)
    warn(`data folder ${folder}: no server runs on it${made}; if yours has another one, set DATA_DIR`)
}

const FIRST_FAILURE = 400
const failureSchema = object({ message: string() })

export type ConnectionOptions = {
  readonly readConfig: () => Config
  /** Called with a sentence when the operation is not carried out by a running server. */
  readonly warn: (text: string) => void
}

export const createConnection = ({ readConfig, warn }: ConnectionOptions): Connection => {
  let opening: Promise<Opened> | undefined
  /** With `DATABASE_URL` straight to it; else through the running server, which has the folder; else the folder itself (M-IMPORT-6). */
  const begin = async (path: string): Promise<Opened> => {
    const config = readConfig()
    if (config.databaseUrl === undefined) {
      const client = createOperatorClient(leakApiSocket(config.dataDir))
      if (await isThere(client)) return { client, close: () => Promise.resolve() }
      checkFolder(config, needsServersData(path), warn)
    }
    return openOwn(config)
  }
  const connect = async ({ path }: OperatorCall) => (await (opening ??= begin(path))).client
  return {
    call: async (call) => {
      const answer = await (await connect(call)).call(call)
      if (answer.status >= FIRST_FAILURE) throw new Error(failureSchema.parse(answer.body).message)
      return answer
    },
    open: async (call) => {
      const response = await (await connect(call)).open(call)
      if ((response.statusCode ?? FIRST_FAILURE) < FIRST_FAILURE) return response
      throw new Error(failureSchema.parse(JSON.parse(await text(response))).message)
    },
    close: async () => (await opening?.catch(() => undefined))?.close(),
  }
}
