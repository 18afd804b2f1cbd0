import { startService } from '@atalaia/stack'

export type RunningGateway = {
  readonly url: string
  /** Milliseconds until it listened. */
  readonly started: number
  memory(): Promise<number>
  stop(): Promise<void>
}

export const startGateway = async (env: NodeJS.ProcessEnv): Promise<RunningGateway> => {
  const began = performance.now()
  const service = startService({
    name: 'gateway',
    script: 'gateway/src/main.ts',
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'fatal',
      TRUST_PROXY: '1',
      METRICS_TOKEN: 'bench',
      PUBLIC_ORIGIN: 'http://127.0.0.1',
      API_UPSTREAM: 'http://127.0.0.1:1',
      ...(env['DATA_DIR'] !== undefined && { DATABASE_URL: 'embedded' }),
      ...env,
    },
  })
  const { url } = await service.listening
  const started = performance.now() - began
  const memory = async () => {
    const answer = await fetch(`${url}/-/metrics`, { headers: { authorization: 'Bearer bench' } })
    const [, bytes = '0'] = /^process_resident_memory_bytes ([\d.e+]+)/m.exec(await answer.text()) ?? []
    return Number(bytes) / 1e6
  }
  return { url, started, memory, stop: () => service.stop() }
}
