import { createFaultyLink } from '@atalaia/database/testing/faulty-link'
import { until } from '@atalaia/database/testing/until'
import { startS3Server } from '../../../lab/testing/s3-server.ts'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBuild } from '../../testing/archives.ts'
import { createPublished, openTestDatabase, order, publishBuild, versionIn } from '../../testing/published.ts'
import { createS3Store } from '../registry/storage/s3-store.ts'

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
  const stage = await createPublished(await openTestDatabase(), {}, storeOf)
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
  const stage = await createPublished(await openTestDatabase())
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

const sessionPage = ({ app }: Stage) => app.inject({ url: '/app/novo', headers: { cookie: 'token=1' } })

// Threat: T-DB-8
// Rule: M-FAIL-21
test.each([
  ['is gone', async () => undefined],
  ['is gone and an empty one is in its place, as of a disk that is not mounted', (folder: string) => mkdir(folder)],
])('while the folder of versions %s, the health says so, and pages go on', async (_how, replace) => {
  const stage = await createPublished(await openTestDatabase())
  const { app, folder } = stage
  await promoteFirst(stage)
  expect(await health(stage)).toEqual([200, 'ready'])
  await rename(folder, `${folder}.away`)
  await replace(folder)
  const before = await readdir(folder).catch(() => 'nothing')
  try {
    await until('the health tells it', async () => (await health(stage))[0] === 503)
    expect(await health(stage)).toEqual([503, 'down'])
    const file = await app.inject(entry)
    expect([file.statusCode, file.headers['retry-after']]).toEqual([503, '5'])
    const page = await sessionPage(stage)
    expect([page.statusCode, versionIn(page.body, NAME)]).toEqual([200, '1.0.0'])
    // The probe of the health made no folder of versions.
    const after = await readdir(folder).catch(() => 'nothing')
    expect(Array.isArray(after) ? after.filter((name) => name !== '.incoming') : after).toEqual(before)
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rename(`${folder}.away`, folder)
  }
  await until('the health tells it', async () => (await health(stage))[0] === 200)
  expect((await app.inject(entry)).statusCode).toBe(200)
  // A page that was rendered without its store is not kept.
  expect((await sessionPage(stage)).body).toContain('<h1>1.0.0</h1>')
  await stage.close()
})

// Rule: M-FAIL-21
test('a build that is published while the folder of versions is gone is refused, and the folder stays away', async () => {
  const stage = await createPublished(await openTestDatabase())
  await promoteFirst(stage)
  await rename(stage.folder, `${stage.folder}.away`)
  const refused = await publishBuild(stage.app, await stage.tokenOf(NAME), createBuild(NAME, '1.1.0'))
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
  await expect(readdir(stage.folder)).rejects.toThrow('ENOENT')
  await stage.close()
})

// Threat: T-DB-8
// Rule: M-FAIL-21
test('while a live build is gone from its bucket, the health says so', async () => {
  const { bucket, endpoint, credentials, stop } = await startS3Server()
  const client = { endpoint, region: 'us-east-1', forcePathStyle: true, credentials }
  const store = createS3Store({ bucket, prefix: 'remotes/', client, sweepAfter: 0 })
  const stage = await createPublished(await openTestDatabase(), {}, () => store)
  await promoteFirst(stage)
  expect(await health(stage)).toEqual([200, 'ready'])
  await store.sweep(() => false)
  await until('the health tells it', async () => (await health(stage))[0] === 503)
  expect(await health(stage)).toEqual([503, 'down'])
  expect((await stage.app.inject(entry)).statusCode).toBe(503)
  await stage.close()
  await stop()
})
