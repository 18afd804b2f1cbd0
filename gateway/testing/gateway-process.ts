import { startService } from '@atalaia/stack'

export { ownCertificate } from '@atalaia/stack'

export type GatewayProcess = {
  readonly url: string
  kill(): Promise<void>
  stop(): Promise<void>
}

export const startGatewayProcess = async (env: NodeJS.ProcessEnv): Promise<GatewayProcess> => {
  const { listening, kill, stop } = startService({
    name: 'gateway',
    script: 'gateway/src/main.ts',
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'fatal',
      ...env,
    },
    output: 'kept',
  })
  const { url } = await listening
  return { url, kill, stop }
}
