import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { int, number, object } from 'zod/mini'

export const LEAKS = fileURLToPath(new URL('../../../leak-api/src/cli/leaks.ts', import.meta.url))
const resultSchema = object({ read: int(), added: int(), seconds: number() })
const LOOK_MS = 100

const peakOf = async (pid: number): Promise<number | undefined> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? []
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}

const runLeaks = async (order: readonly string[], environment: NodeJS.ProcessEnv, signal?: AbortSignal) => {
  const child = spawn(process.execPath, [LEAKS, ...order, '--json'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(signal && { signal }),
  })
  child.on('error', () => undefined)
  let out = ''
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  let peakMb = 0
  const watch = setInterval(() => {
    void peakOf(child.pid ?? 0).then((peak) => (peakMb = Math.max(peakMb, peak ?? 0)))
  }, LOOK_MS)
  const [code] = await once(child, 'close')
  clearInterval(watch)
  signal?.throwIfAborted()
  if (code !== 0) throw new Error(`bench: leaks ${order[0]} ended with ${String(code)}`)
  return { out, peakMb }
}

export type ImportRun = { readonly seconds: number; readonly added: number; readonly peakMb: number }
export type ImportSettings = {
  /** Default: the command's choice. */
  readonly bulk?: boolean
  /** Default: `bench`. */
  readonly source?: string
  readonly signal?: AbortSignal
}

export const runImport = async (
  file: string,
  environment: NodeJS.ProcessEnv,
  { bulk, source = 'bench', signal }: ImportSettings = {},
): Promise<ImportRun> => {
  const way = bulk === undefined ? [] : [bulk ? '--bulk' : '--no-bulk']
  const order = ['import', file, '--source', source, ...way]
  const { out, peakMb } = await runLeaks(order, environment, signal)
  return { ...resultSchema.parse(JSON.parse(out)), peakMb }
}

/** Seconds of undoing an import, including the count. */
export const runUndo = async (id: string, environment: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<number> => {
  const start = performance.now()
  await runLeaks(['undo', id, '--yes'], environment, signal)
  return (performance.now() - start) / 1000
}
