import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { storeAway, type ArtifactKey, type ArtifactStore, type SweepOptions } from './artifact-store.ts'
import { suffixOf } from './artifact.ts'

const CONNECT_LIMIT_MS = 3000
const SILENCE_LIMIT_MS = 10_000
const HEALTH_LIMIT_MS = 3000

export type S3StoreOptions = SweepOptions & {
  readonly bucket: string
  /** Key prefix: empty or with a trailing slash. */
  readonly prefix: string
  readonly client: S3ClientConfig
}

/** Keeps builds in an S3 bucket. Credentials come from the environment of the AWS SDK. */
export const createS3Store = ({ bucket, prefix, client: config, sweepAfter }: S3StoreOptions): ArtifactStore => {
  // Servers other than Amazon's do not all know the newer checksums.
  const client = new S3Client({
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    // A server that is not there, or says nothing, holds up nobody for ever.
    requestHandler: { connectionTimeout: CONNECT_LIMIT_MS, socketTimeout: SILENCE_LIMIT_MS },
    ...config,
  })
  const keyOf = ({ name, version, digest }: ArtifactKey, path: string) =>
    `${prefix}${name}/${version}_${digest}/${path}`

  const get = async (key: string) => {
    try {
      const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
      return Body instanceof Readable ? { content: Body, bytes: ContentLength ?? 0 } : undefined
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined
      throw storeAway(error)
    }
  }
  const each = async (under: string, work: (key: string, modified: Date) => Promise<unknown>) => {
    let next: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: under, ...(next && { ContinuationToken: next }) }),
      )
      for (const { Key, LastModified } of page.Contents ?? []) if (Key) await work(Key, LastModified ?? new Date())
      next = page.NextContinuationToken
    } while (next !== undefined)
  }
  const drop = (key: string) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))

  return {
    draft: () => mkdtemp(join(tmpdir(), 'atalaia-upload-')),
    // The row in the database, written after the last file, is what makes a build be there.
    keep: async (key, draft) => {
      for (const path of await filesOf(draft)) {
        const file = join(draft, path)
        const { size } = await stat(file)
        await client.send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: keyOf(key, path),
            Body: createReadStream(file),
            ContentLength: size,
          }),
        )
      }
      await rm(draft, { recursive: true, force: true })
    },
    open: async (key, path, accepted) => {
      for (const encoding of [...accepted, undefined]) {
        const found = await get(keyOf(key, encoding ? path + suffixOf(encoding) : path))
        if (found) return { encoding, ...found }
      }
      return undefined
    },
    holds: async (key, paths) => {
      const found = new Set<string>()
      await each(keyOf(key, ''), async (name) => found.add(name))
      return paths.every((path) => found.has(keyOf(key, path)))
    },
    health: async (live) => {
      const limit = { abortSignal: AbortSignal.timeout(HEALTH_LIMIT_MS) }
      const heads = live.map(({ key, path }) => new HeadObjectCommand({ Bucket: bucket, Key: keyOf(key, path) }))
      try {
        await client.send(new HeadBucketCommand({ Bucket: bucket }), limit)
        await Promise.all(heads.map((head) => client.send(head, limit)))
        return 'ready'
      } catch {
        return 'down'
      }
    },
    remove: (key) => each(keyOf(key, ''), drop),
    sweep: (isKept) =>
      each(`${prefix}mfe-`, async (key, modified) => {
        const [name = '', place = ''] = key.slice(prefix.length).split('/')
        const [version = '', digest = ''] = place.split('_')
        if (!isKept({ name, version, digest }) && Date.now() - modified.getTime() >= sweepAfter) await drop(key)
      }),
  }
}

const filesOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
