import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@atalaia/stack'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { startScript, type Started } from './process.ts'

export type GatewayOptions = {
  readonly api: string
  readonly remotes?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

export const productRemotes = async (): Promise<readonly string[]> =>
  (await readdir(root)).filter((name) => name.startsWith('mfe-')).map((name) => join(root, name, 'dist'))

export const startGateway = async ({ api, remotes = [], env = {} }: GatewayOptions): Promise<Started> =>
  startScript({
    script: 'gateway/src/main.ts',
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      API_UPSTREAM: api,
      REMOTES: [...(await productRemotes()), ...remotes].join(','),
      ...env,
    },
  })

export type FaultyGateway = { readonly proxy: FaultProxy; readonly url: string; stop(): Promise<void> }

export const startFaultyGateway = async (options: GatewayOptions): Promise<FaultyGateway> => {
  const gateway = await startGateway(options)
  const proxy = await startFaultProxy(gateway.url)
  return {
    proxy,
    url: proxy.url,
    stop: async () => {
      await proxy.stop()
      await gateway.stop()
    },
  }
}
