import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { string } from 'zod/mini'

const server = fileURLToPath(new URL('./pglite-server.ts', import.meta.url))

/** Server of older data. */
export type OldServer = { readonly url: string; stop(): Promise<void> }

/** Serves a PGlite folder in a child process that ends with this process. */
export const startOldPglite = async (engine: string, data: string): Promise<OldServer> => {
  const child = fork(server, [engine, data], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const ended = once(child, 'close')
  let said = ''
  child.stderr?.on('data', (text: Buffer) => (said = `${said}${text.toString()}`.slice(-1000)))
  const url = await Promise.race([
    once(child, 'message').then(([message]) => string().parse(message)),
    ended.then(() => Promise.reject(new Error(`PGlite could not open it: ${said.trim()}`))),
  ])
  return {
    url,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
