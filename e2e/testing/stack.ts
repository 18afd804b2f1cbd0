import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { copyMigratedPglite, makeMigratedPglite } from '@atalaia/database/testing/fresh-pglite'
import { root } from '@atalaia/stack'
import { startScript } from './process.ts'

export type Stack = {
  readonly url: string
  readonly dataDir: string
  /** Runs the real command line: `npm run leaks -- …`. Gives what it printed. */
  leaks(...words: string[]): Promise<string>
  leaksImport(file: string, source: string): Promise<string>
  stop(): Promise<void>
}

const run = promisify(execFile)

/** The databases in a data folder, and the changes of their schemas. */
const DATABASES = {
  db: { folder: pathToFileURL(join(root, 'leak-api/src/store/migrations/')) },
  'gateway-db': { folder: pathToFileURL(join(root, 'gateway/src/registry/migrations/')), schema: 'gateway' },
} as const

/** Makes once for all workers what their data folders are copied from. */
export const makeDatabases = async (): Promise<void> => {
  for (const migrations of Object.values(DATABASES)) await makeMigratedPglite(migrations)
}

/**
 * A data folder in which a first start was over once it had made the databases and their tables: making one takes some 4 s
 * of the processor's time, and its tables another one.
 */
export const newDataDir = async (prefix: string): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), prefix))
  for (const [name, migrations] of Object.entries(DATABASES)) await copyMigratedPglite(join(dataDir, name), migrations)
  return dataDir
}

/** The whole platform as `npm start` starts it, on a free port unless `env` has one, with a data folder of its own. */
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
    leaksImport: (file, source) => leaks('import', file, '--source', source),
    stop: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
