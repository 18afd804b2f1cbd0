import { setTimeout as wait } from 'node:timers/promises'
import { startService, type End, type Service } from './service.ts'

export type Platform = {
  readonly url: string
  readonly demo?: { readonly email: string; readonly password: string }
  /** Resolves as soon as one of the servers ends by itself. */
  readonly broken: Promise<End>
}

export type PlatformOptions = {
  readonly env: NodeJS.ProcessEnv
  /** No demonstration account. */
  readonly noDemo: boolean
  /** Called with each server at once, so that it can be stopped while the next is still starting. */
  readonly onStarted: (service: Service) => void
}

const POLL = 100
const READY_WITHIN = 60_000

const untilReady = async (url: string): Promise<void> => {
  const deadline = Date.now() + READY_WITHIN
  for (let last = 'no answer'; ; await wait(POLL)) {
    try {
      const answer = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(READY_WITHIN) })
      if (answer.ok) return
      last = `status ${answer.status}`
    } catch (error) {
      last = error instanceof Error ? error.message : String(error)
    }
    if (Date.now() > deadline) throw new Error(`${url}/healthz is not ready: ${last}`)
  }
}

/** Starts the API and the gateway before it, and waits until both are ready. */
export const startPlatform = async ({ env, noDemo, onStarted }: PlatformOptions): Promise<Platform> => {
  const api = startService({
    name: 'leak-api',
    script: 'leak-api/src/main.ts',
    // Only the gateway is reached from outside.
    env: { ...env, PORT: '0', HOST: '127.0.0.1', ...(noDemo ? { DEMO_ACCOUNT: 'off' } : {}) },
  })
  onStarted(api)
  const { url: upstream, demo } = await api.listening

  const gateway = startService({
    name: 'gateway',
    script: 'gateway/src/main.ts',
    env: { ...env, API_UPSTREAM: upstream },
  })
  onStarted(gateway)
  const { url } = await gateway.listening
  const broken = Promise.race([api.ended, gateway.ended])
  await Promise.race([
    untilReady(url),
    broken.then(({ name, reason }) => Promise.reject(new Error(`${name} ${reason}`))),
  ])
  return demo ? { url, demo, broken } : { url, broken }
}
