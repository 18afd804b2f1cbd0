import { startS3Server } from '../../../../lab/testing/s3-server.ts'
import { until } from '@atalaia/database/testing/until'
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { archiveOf, createBuild, type Build } from '../../../testing/archives.ts'
import { createPublished, openTestDatabase, previewCookie, publishBuild } from '../../../testing/published.ts'
import type { ArtifactStore } from '../storage/artifact-store.ts'
import { createFolderStore } from '../storage/folder-store.ts'
import { createS3Store } from '../storage/s3-store.ts'

const NAME = 'mfe-novo'
const [ours, theirs] = [createBuild(NAME, '1.0.0'), createBuild(NAME, '1.0.0', { owner: 'outro' })]

const statusOfEntry = async ({ app, registry }: Awaited<ReturnType<typeof createPublished>>) => {
  const headers = { cookie: previewCookie(registry, NAME, '1.0.0') }
  return (await app.inject({ url: `/remotes/${NAME}/1.0.0/${ours.descriptor.artifact.entry}`, headers })).statusCode
}

const meeting = (store: ArtifactStore, count: number): ArtifactStore => {
  let kept = 0
  return {
    ...store,
    keep: async (key, draft) => {
      await store.keep(key, draft)
      kept += 1
      await until('all are kept', () => kept >= count)
    },
  }
}

const inFolder = async () => ({
  storeOf: (folder: string) => createFolderStore({ folder, sweepAfter: 0 }),
  buildsIn: async (folder: string) => (await readdir(`${folder}/${NAME}`).catch((): string[] => [])).length,
  stop: async () => undefined,
})

const inBucket = async () => {
  const { bucket, endpoint, credentials, stop } = await startS3Server()
  const client = { endpoint, region: 'us-east-1', forcePathStyle: true, credentials }
  const store = createS3Store({ bucket, prefix: '', client, sweepAfter: 0 })
  return {
    storeOf: () => store,
    buildsIn: async () => {
      const keys = new Set<string>()
      // A sweep that keeps everything names all that is there.
      await store.sweep(({ version, digest }) => keys.add(`${version} ${digest}`).size > 0)
      return keys.size
    },
    stop,
  }
}

// Threat: T-PUBLISH-2
test.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
])('of two uploads of one version at once, the one that loses leaves nothing in %s', async (_where, createPlace) => {
  const { storeOf, buildsIn, stop } = await createPlace()
  const stage = await createPublished(await openTestDatabase(), {}, (folder) => meeting(storeOf(folder), 2))
  const token = await stage.tokenOf(NAME)
  const answers = await Promise.all([ours, theirs].map((build) => publishBuild(stage.app, token, build)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  expect(await buildsIn(stage.folder)).toBe(1)
  expect(await statusOfEntry(stage)).toBe(200)
  await stage.close()
  await stop()
})

// Threat: T-PUBLISH-2
test('two uploads of the same content at once are one build, whose files stay', async () => {
  const { storeOf, buildsIn } = await inFolder()
  const stage = await createPublished(await openTestDatabase(), {}, (folder) => meeting(storeOf(folder), 2))
  const token = await stage.tokenOf(NAME)
  const answers = await Promise.all([ours, ours].map((build) => publishBuild(stage.app, token, build)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 201])
  expect(await buildsIn(stage.folder)).toBe(1)
  expect(await statusOfEntry(stage)).toBe(200)
  await stage.close()
})

const orderOf = async (build: Build, signal?: AbortSignal) => ({
  remote: NAME,
  who: 'somebody',
  gzip: true,
  archive: Readable.from([await archiveOf(build)]),
  signal,
})

// Threat: T-PUBLISH-2
test('an upload whose sender goes after its files were kept leaves nothing', async () => {
  const { storeOf, buildsIn } = await inFolder()
  const gone = new AbortController()
  const stage = await createPublished(await openTestDatabase(), {}, (folder) => {
    const store = storeOf(folder)
    return { ...store, keep: async (key, draft) => store.keep(key, draft).then(() => gone.abort()) }
  })
  await expect(stage.registry.publish(await orderOf(ours, gone.signal))).rejects.toBeInstanceOf(Error)
  await until('nothing is left', async () => (await buildsIn(stage.folder)) === 0)
  expect(await stage.registry.artifacts()).toEqual([])
  await stage.close()
})

// Threat: T-PUBLISH-2
test('an upload whose files another one has removed meanwhile is refused, and has no row without files', async () => {
  const { storeOf } = await inFolder()
  const stage = await createPublished(await openTestDatabase(), {}, (folder) => {
    const store = storeOf(folder)
    return { ...store, keep: async (key, draft) => store.keep(key, draft).then(() => store.remove(key)) }
  })
  const answer = await publishBuild(stage.app, await stage.tokenOf(NAME), ours)
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  expect(await stage.registry.artifacts()).toEqual([])
  await stage.close()
})
