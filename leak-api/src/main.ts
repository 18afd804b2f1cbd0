import { buildApp } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { createDemoAccount, removeDemoAccount, type DemoCredentials } from './demo/demo-account.ts'
import { openImportSocket } from './importing/import-socket.ts'
import type { ImportTools } from './importing/run-import.ts'
import { socketPath } from './importing/socket-path.ts'
import { openStore, type Store } from './store/store.ts'
import { messageOf } from './error-facts.ts'

const demoAccountFor = async (config: Config, tools: ImportTools): Promise<DemoCredentials | undefined> => {
  if (config.production) await removeDemoAccount(tools.database)
  return config.demoAccount ? createDemoAccount(tools) : undefined
}

const open = async (config: Config): Promise<Store> => {
  const opened = await openStore({ ...config, environment: process.env })
  if (opened.status === 'open') return opened.store
  throw new Error(
    `data folder ${config.dataDir}: process ${opened.pid} has it; stop that one, or set DATA_DIR to another`,
  )
}

/** What the parent process is told when the API answers. The password goes this way alone, never into a log. */
type Listening = { readonly type: 'listening'; readonly url: string; readonly demo?: DemoCredentials }

const clock = () => new Date()

/** Ends the process cleanly, once, whoever asks for it. */
const createStop = (stopAll: (reason: string) => Promise<void>) => {
  let stopping: Promise<void> | undefined
  const stop = (reason: string) => {
    stopping ??= stopAll(reason).then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal))
  // Whoever started this process is gone.
  process.on('disconnect', () => stop('disconnect'))
  return { isStopping: () => stopping !== undefined }
}

const start = async (): Promise<void> => {
  const config = readConfig(process.env)
  const store = await open(config)
  const tools = { ...store, dataDir: config.dataDir, clock }
  const app = await buildApp({ ...store, ...config, clock })
  const path = socketPath(config.dataDir)
  const socket = store.database.kind === 'embedded' ? await openImportSocket(tools, path) : undefined

  const stop = createStop(async (reason) => {
    app.log.info({ reason }, 'stopping')
    await socket?.close()
    await app.close()
    await store.close()
  })
  try {
    const demo = await demoAccountFor(config, tools)
    const url = await app.listen({ port: config.port, host: config.host })
    app.log.info({ url, database: store.database.kind }, 'listening')
    const message: Listening = { type: 'listening', url, ...(demo === undefined ? {} : { demo }) }
    process.send?.(message)
  } catch (error) {
    // The database was closed under it; the next start makes up for what was cut off.
    if (stop.isStopping()) return
    await socket?.close()
    await store.close()
    throw error
  }
}

const fail = (error: unknown): never => {
  process.stderr.write(`leak-api: ${messageOf(error)}\n`)
  process.exit(1)
}

start().catch(fail)
