import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { int, number, object } from 'zod/mini'

/** The command line `leaks`. */
export const LEAKS = fileURLToPath(new URL('../../../leak-api/src/cli/leaks.ts', import.meta.url))
const resultSchema = object({ read: int(), added: int(), seconds: number() })
const LOOK_MS = 100

/** The most memory that a process has had so far, in MB; `undefined` when it is gone. */
const peakOf = async (pid: number): Promise<number | undefined> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? []
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}

export type ImportRun = { readonly seconds: number; readonly added: number; readonly peakMb: number }

/** `npm run leaks -- import` as people run it, in a process of its own; `more` are flags. */
export const runImport = async (
  file: string,
  environment: NodeJS.ProcessEnv,
  more: readonly string[] = ['--no-bulk'],
): Promise<ImportRun> => {
  const child = spawn(process.execPath, [LEAKS, 'import', file, '--source', 'bench', '--json', ...more], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  let peakMb = 0
  const watch = setInterval(() => {
    void peakOf(child.pid ?? 0).then((peak) => (peakMb = Math.max(peakMb, peak ?? 0)))
  }, LOOK_MS)
  const [code] = await once(child, 'close')
  clearInterval(watch)
  if (code !== 0) throw new Error(`bench: the import ended with ${String(code)}`)
  return { ...resultSchema.parse(JSON.parse(out)), peakMb }
}
