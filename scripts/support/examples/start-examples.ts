import { join } from 'node:path'
import { startPlatform } from '../platform.ts'
import { freePort, isPortFree, parsePort } from '../port.ts'
import { startService, type End, type Service } from '../service.ts'
import { root } from '../workspace.ts'
import { buildEmbedPackage, buildExample } from './build-example.ts'
import { registerPortal } from './register-portal.ts'

export type Portal = { readonly name: string; readonly url: string }

export type ExamplesOptions = {
  readonly names: readonly string[]
  /** Told of each server at once, so that it can be stopped while the next is still starting. */
  readonly onStarted: (service: Service) => void
}

export type Examples = {
  readonly gateway: string
  readonly portals: readonly Portal[]
  /** Resolves as soon as one of the servers ends by itself. */
  readonly broken: Promise<End>
}

const FIRST_PORT = '3100'

const portOf = async (place: number): Promise<number> => {
  const first = parsePort(process.env['PORT'] ?? FIRST_PORT)
  if (first === undefined) throw new Error(`PORT=${process.env['PORT']} is not a port: give a number up to 65535.`)
  if (first === 0) return freePort()
  if (await isPortFree(first + place, '127.0.0.1')) return first + place
  throw new Error(`Port ${first + place} is taken by another program. Choose another one with PORT.`)
}

/** The platform with demonstration data, and before it one portal for each name. */
export const startExamples = async ({ names, onStarted }: ExamplesOptions): Promise<Examples> => {
  const dataDir = process.env['DATA_DIR'] ?? join(root, '.cache', 'example-data')
  const env = { LOG_LEVEL: 'warn', ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir }
  const { url: gateway, demo, broken } = await startPlatform({ env, noDemo: false, onStarted })
  if (!demo) throw new Error('there is no demonstration account: take NODE_ENV=production and DATABASE_URL away')

  await buildEmbedPackage()
  const ended = [broken]
  const portals: Portal[] = []
  for (const [place, name] of names.entries()) {
    const port = await portOf(place)
    const url = `http://localhost:${port}`
    const { id, secret } = await registerPortal({ dataDir, account: demo.email, name, url })
    const portal = startService({
      name: `portal ${name}`,
      script: 'examples/portal/server.mjs',
      env: {
        ...process.env,
        ATALAIA: gateway,
        CLIENT_ID: id,
        CLIENT_SECRET: secret,
        FOLDER: await buildExample(name, gateway, join(dataDir, 'portals')),
        HOST: 'localhost',
        PORT: String(port),
      },
    })
    onStarted(portal)
    ended.push(portal.ended)
    await portal.listening
    portals.push({ name, url })
  }
  return { gateway, portals, broken: Promise.race(ended) }
}
