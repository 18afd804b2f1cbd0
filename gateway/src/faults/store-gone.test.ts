import { openPglite } from '@atalaia/database'
import { createFaultyLink } from '@atalaia/database/testing/faulty-link'
import { until } from '@atalaia/database/testing/until'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBuild } from '../../testing/archives.ts'
import { createPublished, order, publishBuild, versionIn } from '../../testing/published.ts'
import { startS3Server } from '../../testing/s3-server.ts'
import { createS3Store } from '../registry/storage/s3-store.ts'

jest.setTimeout(120_000)

const NAME = 'mfe-novo'
const build = createBuild(NAME, '1.0.0')
const entry = `/remotes/${NAME}/1.0.0/${build.descriptor.artifact.entry}`

type Stage = Awaited<ReturnType<typeof createPublished>>
const health = async ({ app }: Stage) => {
  const answer = await app.inject('/healthz')
  return [answer.statusCode, answer.json().store]
}
const promoteFirst = async (stage: Stage) => {
  const token = await stage.tokenOf(NAME)
  expect((await publishBuild(stage.app, token, build)).statusCode).toBe(201)
  expect((await order(stage.app, token, `${NAME}/promote`, { version: '1.0.0' })).statusCode).toBe(200)
}

// Threat: T-DB-8
// Rule: M-FAIL-21
test.each([
  ['refuses connections', [503, '5']],
  ['is silent', undefined],
])('while the bucket %s, the health says so and pages go on', async (how, fileAnswer) => {
  const s3 = await startS3Server()
  const link = await createFaultyLink(s3.endpoint)
  const client = {
    endpoint: new URL(link.url).origin,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: s3.credentials,
  }
  const storeOf = () => createS3Store({ bucket: s3.bucket, prefix: '', client, sweepAfter: 0 })
  const stage = await createPublished({ database: await openPglite() }, {}, storeOf)
  await promoteFirst(stage)
  expect(await health(stage)).toEqual([200, 'ready'])
  if (how === 'is silent') link.blackHole()
  else await link.refuse()
  await until('the health tells it', async () => (await health(stage))[0] === 503)
  expect(await health(stage)).toEqual([503, 'down'])
  const page = await stage.app.inject('/login')
  expect([page.statusCode, versionIn(page.body, NAME)]).toEqual([200, '1.0.0'])
  // A silent bucket takes some time to be given up.
  const file = fileAnswer && (await stage.app.inject(entry))
  expect(file && [file.statusCode, file.headers['retry-after']]).toEqual(fileAnswer)
  await link.pass()
  await until('the health tells it', async () => (await health(stage))[0] === 200)
  expect((await stage.app.inject(entry)).statusCode).toBe(200)
  await stage.close()
  await link.close()
  await s3.stop()
})

// Threat: T-DB-8
// Rule: M-FAIL-21
test('while nothing can be written into the folder of versions, the health says so and files are served', async () => {
  const stage = await createPublished({ database: await openPglite() })
  await promoteFirst(stage)
  expect(await health(stage)).toEqual([200, 'ready'])
  // Root may write everywhere, so the place for uploads is taken instead.
  const incoming = join(stage.folder, '.incoming')
  await rm(incoming, { recursive: true, force: true })
  await writeFile(incoming, '')
  await until('the health tells it', async () => (await health(stage))[0] === 503)
  expect(await health(stage)).toEqual([503, 'read-only'])
  expect((await stage.app.inject(entry)).statusCode).toBe(200)
  await rm(incoming)
  await mkdir(incoming)
  await until('the health tells it', async () => (await health(stage))[0] === 200)
  await stage.close()
})
