import fastify from 'fastify'
import type { Socket } from 'node:net'
import { adminRoutes } from '../registry/routes.ts'
import { createFolderSource } from '../registry/storage/workspace.ts'
import { createShellSource } from '../registry/storage/workspace.ts'
import { workspaceRemotes } from '../registry/storage/workspace.ts'
import { readEnvironment } from '../config.ts'
import { openConfiguredRegistry } from '../open-registry.ts'
import type { Client } from './client.ts'

/** The gateway's orders, carried out in this process on the gateways' database. */
export const openDirect = async (env: NodeJS.ProcessEnv, root: string, actor: string): Promise<Client> => {
  const environment = readEnvironment(env, root)
  if (!environment.ok) throw new Error(environment.message)
  const { config } = environment
  if (!config.registry) throw new Error('set DATABASE_URL')
  const { registry, close } = await openConfiguredRegistry(config.registry)
  const remotes = createFolderSource(config.remoteDirs ?? workspaceRemotes(root))
  const shell = createShellSource(config.shellDir)
  const app = fastify()
  const operators = new WeakSet<Socket>()
  app.addHook('onRequest', async ({ raw }) => void operators.add(raw.socket))
  await adminRoutes(app, {
    registry,
    operators,
    around: {
      workspace: async () =>
        (await remotes.list()).flatMap((state) => (state.status === 'ready' ? [state.descriptor] : [])),
      ownShell: async () => {
        const state = await shell.manifest()
        return state.status === 'ready' ? state.value : undefined
      },
    },
  })
  return {
    call: async ({ method, path, json, archive }) => {
      const type = archive
        ? { 'content-type': 'application/gzip' }
        : json === undefined
          ? {}
          : { 'content-type': 'application/json' }
      const payload = archive ?? (json === undefined ? undefined : JSON.stringify(json))
      const answer = await app.inject({
        method,
        url: path,
        headers: { 'x-actor': actor, ...type },
        ...(payload !== undefined && { payload }),
      })
      return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
    },
    close: async () => {
      await app.close()
      await close()
    },
  }
}
