import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { array, literal, object, optional, string, type infer as Infer } from 'zod/mini'
import { root } from './workspace.ts'

const listeningSchema = object({
  type: literal('listening'),
  url: string(),
  demo: optional(object({ email: string(), password: string() })),
  portals: optional(array(object({ name: string(), url: string() }))),
})
export type Listening = Infer<typeof listeningSchema>

export type End = { readonly name: string; readonly reason: string }

export type Service = {
  /** Rejects when it ends before. */
  readonly listening: Promise<Listening>
  readonly ended: Promise<End>
  /** Kills it after 10 s. No effect after its end. */
  stop(): Promise<void>
  /** Like a crash. */
  kill(): Promise<void>
}

export type ServiceOptions = {
  readonly name: string
  readonly script: string
  readonly args?: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** `kept`: shown only if it ends before it listens. Default: this process's output. */
  readonly output?: 'inherit' | 'kept'
}

const STOP_TIMEOUT_MS = 10_000
const preload = new URL('end-with-parent.mjs', import.meta.url).href

/** In a separate process. */
export const startService = ({ name, script, args = [], env, output = 'inherit' }: ServiceOptions): Service => {
  const written = output === 'kept' ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, ['--import', preload, join(root, script), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', written, written, 'ipc'],
    // Ctrl-C in a terminal reaches a whole group; the servers are to be stopped in order.
    detached: true,
  })

  const kept: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => kept.push(text.toString()))

  const ended = new Promise<End>((resolve) => {
    child.once('error', (error) => resolve({ name, reason: error.message }))
    child.once('exit', (code, signal) =>
      resolve({ name, reason: signal ? `ended by ${signal}` : `ended with code ${code}` }),
    )
  })
  const listening = new Promise<Listening>((resolve, reject) => {
    child.on('message', (message) => {
      const parsed = listeningSchema.safeParse(message)
      if (parsed.success) resolve(parsed.data)
    })
    void ended.then((end) => reject(new Error(`${end.name} ${end.reason} before it listened\n${kept.join('')}`)))
  })
  // Whoever waits for it sees the rejection; a service that is only stopped must not fail the process.
  listening.catch(() => undefined)

  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    const patience = new AbortController()
    const late = wait(STOP_TIMEOUT_MS, 'late', { signal: patience.signal }).catch(() => 'ended')
    if ((await Promise.race([ended, late])) === 'late') {
      console.error(`${name} did not end within ${STOP_TIMEOUT_MS / 1000} s and is killed`)
      child.kill('SIGKILL')
      await ended
    }
    patience.abort()
  }
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { listening, ended, stop, kill }
}
