import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { literal, object, string } from 'zod/mini'

const repository = join(import.meta.dirname, '../..')
const preload = pathToFileURL(join(repository, 'scripts/support/end-with-parent.mjs')).href
const listening = object({ type: literal('listening'), url: string() })

/** The gateway as it runs: a process of its own, which can be killed. */
export const startGatewayProcess = async (env: NodeJS.ProcessEnv) => {
  const child = spawn(process.execPath, ['--import', preload, join(repository, 'gateway/src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'fatal',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message) => {
      const parsed = listening.safeParse(message)
      if (parsed.success) resolve(parsed.data.url)
    })
    void ended.then(([code]) => reject(new Error(`the gateway ended with ${code} before it listened: ${said}`)))
  })
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    await ended
  }
  return { url, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

export type GatewayProcess = Awaited<ReturnType<typeof startGatewayProcess>>
