import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

/** The repository's folder. */
export const root = join(import.meta.dirname, '..', '..')

export type Started = {
  readonly url: string
  /** Asks it to end, and waits until it has. Does nothing when it has ended. */
  stop(): Promise<void>
}

export type StartOptions = {
  readonly script: string
  readonly args?: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const urlOf = (message: unknown): string | undefined => {
  const { type, url } = Object(message)
  return type === 'listening' ? String(url) : undefined
}

const untilListening = (child: ChildProcess, script: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const output: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(String(chunk)))
    child.on('message', (message) => {
      const url = urlOf(message)
      if (url) resolve(url)
    })
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}\n${output.join('')}`)))
  })

/** Starts a script of the workspace under the environment given, and waits until it says that it listens. */
export const startScript = async ({ script, args = [], env }: StartOptions): Promise<Started> => {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
  }
  return { url: await untilListening(child, script), stop }
}
