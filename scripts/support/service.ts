import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { object, optional, literal, string, type infer as Infer } from 'zod/mini'
import { root } from './workspace.ts'

/** What a server says to the process that started it as soon as it listens. */
const listeningSchema = object({
  type: literal('listening'),
  url: string(),
  demo: optional(object({ email: string(), password: string() })),
})
export type Listening = Infer<typeof listeningSchema>

/** How a server ended, in words. */
export type End = { readonly name: string; readonly reason: string }

export type Service = {
  /** Its address, once it listens; rejects when it ends before. */
  readonly listening: Promise<Listening>
  readonly ended: Promise<End>
  /** Asks it to end, and ends it when it has not done so after 10 s. */
  stop(): Promise<void>
}

export type ServiceOptions = {
  readonly name: string
  readonly script: string
  readonly env: NodeJS.ProcessEnv
}

const PATIENCE = 10_000
const preload = new URL('end-with-parent.mjs', import.meta.url).href

/** Starts a server of the workspace in a process of its own. */
export const startService = ({ name, script, env }: ServiceOptions): Service => {
  const child = spawn(process.execPath, ['--import', preload, join(root, script)], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Ctrl-C in a terminal reaches a whole group; the servers are to be stopped in order.
    detached: true,
  })

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
    void ended.then((end) => reject(new Error(`${end.name} ${end.reason} before it listened`)))
  })
  // Whoever waits for it sees the rejection; a service that is only stopped must not fail the process.
  listening.catch(() => undefined)

  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    const patience = new AbortController()
    const late = wait(PATIENCE, 'late', { signal: patience.signal }).catch(() => 'ended')
    if ((await Promise.race([ended, late])) === 'late') {
      console.error(`${name} did not end within ${PATIENCE / 1000} s and is killed`)
      child.kill('SIGKILL')
      await ended
    }
    patience.abort()
  }
  return { listening, ended, stop }
}
