import { EXIT, exitWith, handleShutdown, LISTEN_BACKLOG, messageOf } from '@atalaia/server'
import { buildApp } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { createDemoAccount, removeDemoAccount, type DemoCredentials } from './demo/demo-account.ts'
import type { ImportTools } from './importing/run-import.ts'
import { leakApiSocket, openOperator } from './operator.ts'
import { openStore, type Store } from './store/store.ts'

/** The last batch of an import is written to its end. */
const GRACE_MS = 30_000

const clock = () => new Date()

const open = async (config: Config): Promise<Store> => {
  const opened = await openStore({ ...config, environment: process.env })
  if (opened.status === 'in-use') throw new Error(opened.message)
  return opened.store
}

const demoAccountFor = async (config: Config, tools: ImportTools): Promise<DemoCredentials | undefined> => {
  if (config.production) await removeDemoAccount(tools.database)
  return config.demoAccount ? createDemoAccount(tools) : undefined
}

/** The message to the parent process when the API answers. The password goes this way alone, never into a log. */
type Listening = { readonly type: 'listening'; readonly url: string; readonly demo?: DemoCredentials }

const start = async (): Promise<void> => {
  const config = readConfig(process.env)
  const store = await open(config)
  const tools = { ...store, dataDir: config.dataDir, clock }
  const app = await buildApp({ ...store, ...config, clock })
  const embedded = store.database.kind === 'embedded'
  const operator = embedded
    ? await openOperator({ tools, path: leakApiSocket(config.dataDir), log: app.log })
    : undefined

  const shutdown = handleShutdown({
    log: app.log,
    graceMs: GRACE_MS,
    close: async () => {
      await operator?.close()
      await app.close()
      await store.close()
    },
  })
  try {
    const demo = await demoAccountFor(config, tools)
    const url = await app.listen({ port: config.port, host: config.host, backlog: LISTEN_BACKLOG })
    app.log.info({ url, database: store.database.kind }, 'listening')
    const message: Listening = { type: 'listening', url, ...(demo === undefined ? {} : { demo }) }
    process.send?.(message)
  } catch (error) {
    // The database was closed under it; the next start makes up for what was cut off.
    if (shutdown.isStopping()) return
    await operator?.close()
    await store.close()
    throw error
  }
}

start().catch((error: unknown) => exitWith(`leak-api: ${messageOf(error)}`, EXIT.failed))
