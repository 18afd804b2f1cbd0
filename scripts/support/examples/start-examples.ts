import { join } from 'node:path'
import {
  allowOrigin,
  createClient,
  freePort,
  isPortFree,
  parsePort,
  root,
  startPlatform,
  startService,
  type End,
  type Service,
} from '@atalaia/stack'
import { buildExample } from './build-example.ts'

export type Portal = { readonly name: string; readonly url: string }

export type ExamplesOptions = {
  readonly names: readonly string[]
  /** Called at once, so that it can be stopped while the next starts. */
  readonly onStarted: (service: Service) => void
}

export type Examples = {
  readonly gateway: string
  readonly portals: readonly Portal[]
  /** Resolves when a server ends by itself. */
  readonly broken: Promise<End>
}

const FIRST_PORT = '3100'
/** Scopes for views outside the dashboard. */
const VIEWS = ['addresses:read', 'cases:read', 'cases:change', 'alerts:read']
/** For two cores. */
const AT_A_TIME = 2

const portOf = async (place: number): Promise<number> => {
  const first = parsePort(process.env['PORT'] ?? FIRST_PORT)
  if (first === undefined) throw new Error(`PORT=${process.env['PORT']} is not a port: give a number up to 65535.`)
  if (first === 0) return freePort()
  if (await isPortFree(first + place, '127.0.0.1')) return first + place
  throw new Error(`Port ${first + place} is taken by another program. Choose another one with PORT.`)
}

export const startExamples = async ({ names, onStarted }: ExamplesOptions): Promise<Examples> => {
  const dataDir = process.env['DATA_DIR'] ?? join(root, '.cache', 'example-data')
  const env = { LOG_LEVEL: 'warn', ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir }
  const { url: gateway, demo, broken } = await startPlatform({ env, noDemo: false, onStarted })
  if (!demo) throw new Error('there is no demonstration account: take NODE_ENV=production and DATABASE_URL away')

  const registration = { dataDir, account: demo.email }
  const { id, secret } = await createClient(registration)
  const views = await createClient(registration, VIEWS)
  const startPortal = async (name: string, place: number): Promise<Portal & { readonly service: Service }> => {
    const { folder, portal, policy, start } = await buildExample(name)
    // Not before the build: in its time another program may take the port.
    const port = await portOf(place)
    const url = `http://localhost:${port}`
    await allowOrigin(registration, url)
    const service = startService({
      name: `portal ${name}`,
      script: start ? 'examples/portal/run.mjs' : 'examples/portal/server.mjs',
      ...(start && { args: [folder, start.program, ...start.args] }),
      env: {
        ...process.env,
        NODE_ENV: 'production',
        ATALAIA: gateway,
        CLIENT_ID: id,
        CLIENT_SECRET: secret,
        VIEWS_CLIENT_ID: views.id,
        VIEWS_CLIENT_SECRET: views.secret,
        FOLDER: portal,
        POLICY: policy?.replaceAll('https://atalaia.example', gateway),
        HOST: 'localhost',
        PORT: String(port),
      },
    })
    onStarted(service)
    await service.listening
    return { name, url, service }
  }
  const queue = [...names.entries()]
  const started: (Portal & { readonly service: Service })[] = []
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [place, name] = next
      started[place] = await startPortal(name, place)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return {
    gateway,
    portals: started.map(({ name, url }) => ({ name, url })),
    broken: Promise.race([broken, ...started.map(({ service }) => service.ended)]),
  }
}
