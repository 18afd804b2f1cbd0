import { RIGHTS } from '@atalaia/artifact'
import { insertKey } from '../registry/rights/repository/keys.ts'
import { openPostgres } from '@atalaia/database'
import { descriptorSchema } from '@atalaia/contracts'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { startS3Server } from '../../../lab/testing/s3-server.ts'
import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import { archiveOf, createBuild, type Build } from '../../testing/archives.ts'
import { startGatewayProcess } from '../../testing/gateway-process.ts'
import { bearer, releaseOf } from '../../testing/published.ts'
import { createWorkspace } from '../../testing/workspace.ts'

const NAME = 'mfe-novo'
const CLIENTS = 8

const loadFrom = async (url: string): Promise<string> => {
  const page = await fetch(`${url}/login`)
  if (page.status !== 200) throw new Error(`${url}: page ${page.status}`)
  const remote = releaseOf(await page.text()).remotes.find(({ descriptor }) => descriptor.name === NAME)
  if (!remote) throw new Error(`${url}: no ${NAME}`)
  const { artifact } = descriptorSchema.parse(await (await fetch(`${url}${remote.baseUrl}remote.json`)).json())
  const entry = await fetch(`${url}${remote.baseUrl}${artifact.entry}`)
  const text = await entry.text()
  if (!text.endsWith(`// ${NAME} ${remote.descriptor.version}`)) throw new Error(`${url}: entry ${entry.status}`)
  return remote.descriptor.version
}

const loadPage = ([first = '', second = '']: readonly string[]): Promise<string> =>
  loadFrom(first).catch(() => loadFrom(second))

const startLoad = (urls: readonly string[]) => {
  const loads: string[] = []
  const failures: unknown[] = []
  const over = new AbortController()
  const loaded = new EventEmitter()
  const client = async (number: number) => {
    for (let turn = number; !over.signal.aborted; turn += 1) {
      const order = turn % 2 === 0 ? urls : urls.toReversed()
      await loadPage(order).then(
        (version) => loads.push(version),
        (error: unknown) => failures.push(error),
      )
      loaded.emit('load')
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number))
  return {
    failures,
    more: async (count: number) => {
      const from = loads.length
      while (loads.length < from + count && failures.length === 0) await once(loaded, 'load')
      return loads.slice(from)
    },
    stop: async () => {
      over.abort()
      await Promise.all(clients)
    },
  }
}

test('of two gateways on one database and one bucket one is killed under load: whoever tries once more gets every page', async () => {
  const workspace = await createWorkspace()
  const s3 = await startS3Server()
  const databaseUrl = await createTestDatabase()
  const open = (name: string) =>
    startGatewayProcess({
      DATA_DIR: join(workspace.root, name),
      DATABASE_URL: databaseUrl,
      ARTIFACTS_BUCKET: s3.bucket,
      S3_ENDPOINT: s3.endpoint,
      AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
      SHELL_DIR: workspace.shellDir,
      REMOTES: workspace.distOf('mfe-auth'),
    })
  const [one, other] = [await open('one'), await open('other')]
  const database = await openPostgres(databaseUrl)
  const { token } = await insertKey(database, { of: 'team', remote: NAME, label: 'ci', may: RIGHTS, minutes: null })
  await database.close()
  const publish = async (url: string, build: Build) =>
    fetch(`${url}/-/remotes/${NAME}/artifact`, {
      method: 'PUT',
      headers: { ...bearer(token), 'content-type': 'application/gzip' },
      body: new Uint8Array(await archiveOf(build)),
    })
  const promote = (url: string, version: string) =>
    fetch(`${url}/-/remotes/${NAME}/promote`, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: JSON.stringify({ version }),
    })

  expect((await publish(one.url, createBuild(NAME, '1.0.0'))).status).toBe(201)
  expect((await publish(other.url, createBuild(NAME, '1.1.0'))).status).toBe(201)
  expect((await promote(one.url, '1.0.0')).status).toBe(200)
  // The one that was not asked learns of it a moment later.
  while ((await loadFrom(other.url).catch(() => undefined)) !== '1.0.0');
  const load = startLoad([one.url, other.url])
  try {
    expect(await load.more(100)).toContain('1.0.0')
    expect((await promote(one.url, '1.1.0')).status).toBe(200)
    await one.kill()
    const seen = await load.more(300)
    expect(load.failures).toEqual([])
    expect(seen.at(-1)).toBe('1.1.0')
    const again = await open('one')
    expect(await loadFrom(again.url)).toBe('1.1.0')
    await again.stop()
  } finally {
    await load.stop()
    await other.stop()
    await s3.stop()
    await workspace.remove()
  }
})
