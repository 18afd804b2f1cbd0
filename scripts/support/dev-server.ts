import type { ServerResponse } from 'node:http'
import { basename, join } from 'node:path'
import { remoteConfig } from '@atalaia/build'
import { root } from '@atalaia/stack'
import files from '@fastify/static'
import fastify from 'fastify'
import webpack from 'webpack'

export type DevServer = {
  readonly url: string
  /** Resolves after the first build without errors. */
  readonly built: Promise<void>
  /** Has every page that shows this remote load again. */
  reload(): void
  stop(): Promise<void>
}

const RELOAD_PATH = '/reload'

/** A module that runs in each page with the remote. A container cannot be patched in place: its consumers hold its modules. */
const reloadModule = (url: string): string =>
  `data:text/javascript,new EventSource('${url}${RELOAD_PATH}').onmessage = () => location.reload()`

/** Serves the remote in `folder`, its descriptor included, and reloads the pages when it changes. */
export const serveRemote = async (folder: string, port: number): Promise<DevServer> => {
  const url = `http://127.0.0.1:${port}`
  // Beside the production build, which stays as it is.
  const output = join(root, '.cache', 'dev', basename(folder))
  const compiler = webpack(remoteConfig(folder, { mode: 'development', webpack: { output: { path: output } } }))
  if (!compiler) throw new Error(`${folder}: webpack made no compiler of its configuration`)
  new webpack.EntryPlugin(folder, reloadModule(url), {}).apply(compiler)

  const pages = new Set<ServerResponse>()
  const reload = () => pages.forEach((page) => page.write('data: reload\n\n'))
  const app = fastify({ forceCloseConnections: true })
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('Access-Control-Allow-Origin', '*')
    done()
  })
  app.get(RELOAD_PATH, (_, reply) => {
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, { 'Content-Type': 'text/event-stream', 'Access-Control-Allow-Origin': '*' })
    raw.flushHeaders()
    raw.on('close', () => pages.delete(raw))
    pages.add(raw)
  })
  await app.register(files, { root: output, cacheControl: false })
  await app.listen({ host: '127.0.0.1', port })

  const built = new Promise<void>((resolve, reject) => {
    compiler.watch({}, (error, stats) => {
      if (error) return reject(error)
      if (stats?.hasErrors()) return console.error(stats.toString('errors-only'))
      resolve()
      reload()
    })
  })
  return {
    url,
    built,
    reload,
    stop: async () => {
      await app.close()
      await new Promise<void>((resolve) => compiler.close(() => resolve()))
    },
  }
}
