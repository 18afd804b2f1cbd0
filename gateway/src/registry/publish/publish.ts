import { DESCRIPTOR_FILE, type Descriptor } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ArtifactStore } from '../storage/artifact-store.ts'
import { FILE_SUFFIXES } from '../storage/artifact.ts'
import { findArtifact, insertArtifact } from '../repository/artifacts.ts'
import { advanceRevision, announceRevision } from '../repository/channels.ts'
import { Problem } from '@atalaia/server'
import { orderLimits, type Caller } from '../moves.ts'
import { unpack, type Upload, type UploadLimits } from './unpack.ts'
import { digestOf, verifyFolder } from './verify.ts'

export type PublishTools = {
  readonly database: Database
  readonly store: ArtifactStore
  readonly limits: UploadLimits
}

export type PublishOrder = Upload &
  Caller & {
    /** The remote that the sender may publish and that the address names. */
    readonly remote: string
    readonly who: string
  }

export type Published = { readonly status: 'published' | 'unchanged'; readonly name: string; readonly version: string }

/** Takes an upload, whole or not at all: nothing stays of one that is refused. */
export const publish = async (order: PublishOrder, tools: PublishTools): Promise<Published> => {
  const { database, store, limits } = tools
  const draft = await store.draft()
  try {
    const paths = await unpack(order, draft, limits)
    const descriptor = await verifyFolder(draft, paths)
    const { name, version } = descriptor
    if (name !== order.remote) throw new Problem(403, `${DESCRIPTOR_FILE} is of ${name}, not of ${order.remote}`)
    const digest = digestOf(descriptor)
    if (await isPublished(database, descriptor, digest)) return { status: 'unchanged', name, version }
    paths.delete(DESCRIPTOR_FILE)
    await compressFiles(draft, paths)
    await store.keep({ name, version, digest }, draft)
    const isNew = await database.transaction(async (tx) => {
      await advanceRevision(tx)
      const made = await insertArtifact(tx, { descriptor, digest, who: order.who })
      await announceRevision(tx)
      return made
    }, orderLimits(order)())
    if (!isNew) await isPublished(database, descriptor, digest)
    return { status: isNew ? 'published' : 'unchanged', name, version }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Whether exactly this content is published; throws when the version is taken by other content or was pruned. */
const isPublished = async (database: Database, { name, version }: Descriptor, digest: string): Promise<boolean> => {
  const known = await findArtifact(database, name, version)
  if (!known) return false
  if (known.digest !== digest)
    throw new Problem(409, `${name} ${version} is published with other content: give it another version`)
  if (known.prunedAt !== null) throw new Problem(409, `${name} ${version} was pruned: give it another version`)
  return true
}

const COMPRESSIBLE = /\.(js|css|svg|json)$/
/** A smaller file gains nothing. */
const MIN_COMPRESSED_BYTES = 1024

/** Writes the compressed copies beside the files that gain by it. */
const compressFiles = async (folder: string, paths: Iterable<string>): Promise<void> => {
  for (const path of paths) {
    if (!COMPRESSIBLE.test(path)) continue
    const file = join(folder, path)
    const content = await readFile(file)
    if (content.length < MIN_COMPRESSED_BYTES) continue
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      promisify(gzip)(content, { level: 9 }),
    ])
    await writeFile(file + FILE_SUFFIXES.br, br)
    await writeFile(file + FILE_SUFFIXES.gzip, gz)
  }
}
