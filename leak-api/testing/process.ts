import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newDataFolder } from '@atalaia/database/testing/data-folder'
import { object, optional, string } from 'zod/mini'
import { runCommandLine, type CommandLineParts } from '../src/cli/run-command-line.ts'
import { MIGRATIONS } from '../src/base/store/store.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const listeningSchema = object({
  url: string(),
  demo: optional(object({ email: string(), password: string() })),
})

export const newDataDir = () => mkdtempSync(join(tmpdir(), 'leak-api-'))

export const newDataDirWithDatabase = (): Promise<string> => newDataFolder('leak-api-', { 'leak-api': MIGRATIONS })

const environment = (dataDir: string, more: NodeJS.ProcessEnv) => {
  const { DATABASE_URL: _database, NODE_ENV: _mode, INIT_CWD: _folder, ...kept } = process.env
  return { ...kept, DATA_DIR: dataDir, DEMO_ACCOUNT: 'off', PORT: '0', ...more }
}

const textOf = (child: ChildProcess) => {
  const said = { out: '', err: '' }
  child.stdout?.on('data', (text: Buffer) => (said.out += text.toString()))
  child.stderr?.on('data', (text: Buffer) => (said.err += text.toString()))
  return said
}

const ended = async (child: ChildProcess): Promise<number | NodeJS.Signals> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode ?? child.signalCode ?? 0
}

const running = new Set<ChildProcess>()
const remembered = (child: ChildProcess): ChildProcess => {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

export const killServers = (): void => {
  for (const child of running) child.kill('SIGKILL')
}

export const startServer = (dataDir: string, more: NodeJS.ProcessEnv = {}) => {
  const child = fork(main, { env: environment(dataDir, more), execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const said = textOf(remembered(child))
  const listening = Promise.race([
    once(child, 'message').then(([message]) => listeningSchema.parse(message)),
    ended(child).then((code) => Promise.reject(new Error(`server: ended with ${code}: ${said.err}`))),
  ])
  listening.catch(() => undefined)
  return {
    listening,
    said,
    kill: (signal: NodeJS.Signals) => {
      child.kill(signal)
      return ended(child)
    },
    ended: () => ended(child),
    leave: () => child.disconnect(),
  }
}

const scriptOf = (name: 'leaks' | 'portals') => fileURLToPath(new URL(`../src/cli/${name}.ts`, import.meta.url))

const startCommand =
  (name: 'leaks' | 'portals') =>
  (dataDir: string, words: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const child = spawn(process.execPath, [scriptOf(name), ...words], { env: environment(dataDir, more) })
    return {
      said: textOf(remembered(child)),
      kill: (signal: NodeJS.Signals) => child.kill(signal),
      ended: () => ended(child),
    }
  }
const untilEnded =
  (start: ReturnType<typeof startCommand>) =>
  async (...given: Parameters<typeof start>) => {
    const started = start(...given)
    return { code: await started.ended(), ...started.said }
  }

export const startLeaks = startCommand('leaks')
export const runLeaks = untilEnded(startLeaks)
export const runPortals = untilEnded(startCommand('portals'))

export const runHere =
  (parts: CommandLineParts, dataDir: string, more: NodeJS.ProcessEnv = {}) =>
  async (...words: readonly string[]) => {
    const said = { out: '', err: '' }
    const code = await runCommandLine(parts, {
      words,
      env: environment(dataDir, more),
      out: (text) => (said.out += text),
      screen: { write: (text) => (said.err += text) },
    })
    return { code, ...said }
  }
