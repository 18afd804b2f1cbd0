import { remoteConfig } from '@atalaia/build'
import webpack from 'webpack'
import WebpackDevServer from 'webpack-dev-server'
import type { DevServer } from '../scripts/support/dev-server.ts'

export const serveRemote = async (folder: string, port: number): Promise<DevServer> => {
  const compiler = webpack(remoteConfig(folder, { mode: 'development' }))
  if (!compiler) throw new Error(`${folder}: webpack made no compiler of its configuration`)
  const server = new WebpackDevServer(
    {
      host: '127.0.0.1',
      port,
      // A container cannot be patched in place: its consumers hold its modules.
      hot: false,
      liveReload: true,
      allowedHosts: 'all',
      headers: { 'Access-Control-Allow-Origin': '*' },
      client: { overlay: false, logging: 'warn', webSocketURL: `ws://127.0.0.1:${port}/ws` },
      static: false,
    },
    compiler,
  )
  await server.start()
  return {
    url: `http://127.0.0.1:${port}`,
    built: new Promise((resolve) => server.middleware?.waitUntilValid(() => resolve())),
    reload: () => void server.middleware?.publish?.({ action: 'reload' }),
    stop: () => server.stop(),
  }
}
