import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'

export type Captured = { readonly code: number; readonly output: string }

const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** Both streams in order. Ends with this process. */
export const runCaptured = (command: string, args: readonly string[], options: SpawnOptions): Promise<Captured> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    const chunks: string[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
    }
    child.once('error', (error) => resolve({ code: 127, output: error.message }))
    child.once('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 1, output: chunks.join('') })
    })
  })
