import { watch } from 'node:fs'
import { join } from 'node:path'
import { freePort, root, startService, type Listening, type Service } from '@atalaia/stack'

export type DevPlatform = {
  readonly listening: Listening
  /** For a new shell. */
  restartGateway(): void
  stop(): Promise<void>
}

export type DevPlatformOptions = {
  readonly env: NodeJS.ProcessEnv
  readonly onRestarted: () => void
  readonly log: (line: string) => void
}

/** Nearby changes count as one (ms). */
const DEBOUNCE_MS = 150

/** Restarts servers when their sources change. */
export const startDevPlatform = async ({ env, onRestarted, log }: DevPlatformOptions): Promise<DevPlatform> => {
  const apiPort = String(await freePort())
  const start = {
    'leak-api': () =>
      startService({
        name: 'leak-api',
        script: 'leak-api/src/main.ts',
        env: { ...env, PORT: apiPort, HOST: '127.0.0.1' },
      }),
    gateway: () =>
      startService({
        name: 'gateway',
        script: 'gateway/src/main.ts',
        env: { ...env, API_UPSTREAM: `http://127.0.0.1:${apiPort}` },
      }),
  }
  const api = start['leak-api']()
  const services: Record<keyof typeof start, Service> = { 'leak-api': api, gateway: api }
  const { demo } = await api.listening
  services.gateway = start.gateway()
  const { url } = await services.gateway.listening

  let stopped = false
  let work = Promise.resolve()
  const restart = (name: keyof typeof start) => {
    work = work.then(async () => {
      if (stopped) return
      await services[name].stop()
      services[name] = start[name]()
      await services[name].listening.then(
        () => (log(`  ${name} runs again`), onRestarted()),
        (error: unknown) => log(String(error)),
      )
    })
  }

  const watchers = (['leak-api', 'gateway'] as const).map((name) => {
    let timer: NodeJS.Timeout | undefined
    return watch(join(root, name, 'src'), { recursive: true }, (_, file) => {
      if (file?.endsWith('.test.ts')) return
      clearTimeout(timer)
      timer = setTimeout(() => restart(name), DEBOUNCE_MS)
    })
  })
  return {
    listening: { type: 'listening', url, ...(demo && { demo }) },
    restartGateway: () => restart('gateway'),
    stop: async () => {
      stopped = true
      for (const watcher of watchers) watcher.close()
      await work
      await services.gateway.stop()
      await services['leak-api'].stop()
    },
  }
}
