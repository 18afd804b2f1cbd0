import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { saoPauloDay } from '@atalaia/contracts'
import { makeDataFolder, newDataFolder } from '@atalaia/database/testing/data-folder'
import { root } from '@atalaia/stack'
import { startScript } from './process.ts'

export type Stack = {
  readonly url: string
  readonly dataDir: string
  /** Real command line `npm run leaks -- …`; returns its output. */
  leaks(...words: string[]): Promise<string>
  leaksImport(file: string, source: string): Promise<string>
  stop(): Promise<void>
}

const run = promisify(execFile)

const SCHEMAS = {
  'leak-api': { folder: pathToFileURL(join(root, 'leak-api/src/base/store/migrations/')) },
  gateway: { folder: pathToFileURL(join(root, 'gateway/src/registry/migrations/')), schema: 'gateway' },
} as const

export const makeDatabases = async (): Promise<void> => void (await makeDataFolder(SCHEMAS))

/** A folder whose database and tables a first start already made. */
export const newDataDir = (prefix: string): Promise<string> => newDataFolder(prefix, SCHEMAS)

/** Whole platform like `npm start`, with a separate data folder, on a free port unless `env` names one. */
export const startStack = async (env: Readonly<Record<string, string>> = {}): Promise<Stack> => {
  const dataDir = await newDataDir('atalaia-e2e-')
  const { url, stop } = await startScript({
    script: 'scripts/start.ts',
    args: ['--no-demo'],
    // A push service of a test is on this machine.
    env: { PORT: '0', DATA_DIR: dataDir, WEBHOOK_LOCAL: 'true', ...env },
  })
  const leaks = async (...words: string[]) => {
    const options = { cwd: root, env: { ...process.env, DATA_DIR: dataDir } }
    const { stdout, stderr } = await run(process.execPath, [join(root, 'leak-api/src/cli/leaks.ts'), ...words], options)
    return stdout + stderr
  }
  return {
    url,
    dataDir,
    leaks,
    leaksImport: (file, source) => leaks('import', file, '--source', source, '--date', saoPauloDay()),
    stop: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
