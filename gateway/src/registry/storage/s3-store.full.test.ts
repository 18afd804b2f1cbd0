import { startS3Server } from '../../../../lab/testing/s3-server.ts'
import { createBuild } from '../../../testing/archives.ts'
import { createPublished, openTestDatabase, order, publishBuild, versionIn } from '../../../testing/published.ts'
import { createS3Store } from './s3-store.ts'

test('builds are published into a bucket, served from it, and gone with what was cut off after a sweep', async () => {
  const { bucket, endpoint, credentials, stop } = await startS3Server()
  const store = createS3Store({
    bucket,
    prefix: 'remotes/',
    sweepAfter: 0,
    client: { endpoint, region: 'us-east-1', forcePathStyle: true, credentials },
  })
  const stage = await createPublished(await openTestDatabase(), {}, () => store)
  const token = await stage.tokenOf('mfe-novo')
  const build = createBuild('mfe-novo', '1.0.0')
  expect((await publishBuild(stage.app, token, build)).statusCode).toBe(201)
  expect((await order(stage.app, token, 'mfe-novo/promote', { version: '1.0.0' })).statusCode).toBe(200)
  expect(versionIn((await stage.app.inject('/login')).body, 'mfe-novo')).toBe('1.0.0')
  const { entry } = build.descriptor.artifact
  expect((await stage.app.inject(`/remotes/mfe-novo/1.0.0/${entry}`)).body).toBe(build.files[entry])
  const [artifact] = await stage.registry.artifacts()
  if (!artifact) throw new Error('nothing was published')
  await store.sweep(() => true)
  expect(await store.open(artifact, entry, [])).toBeDefined()
  await store.sweep(() => false)
  expect(await store.open(artifact, entry, [])).toBeUndefined()
  await stage.close()
  await stop()
})
