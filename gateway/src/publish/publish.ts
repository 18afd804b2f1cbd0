import type { Descriptor } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { rm } from 'node:fs/promises'
import type { ArtifactStore } from '../artifacts/artifact-store.ts'
import { findArtifact, insertArtifact } from '../versions/artifacts-table.ts'
import { announce, lockMoves } from '../versions/channels-table.ts'
import { compressFiles } from './compress.ts'
import type { UploadLimits } from './limits.ts'
import { Refusal } from '../admin/refusal.ts'
import { unpack, type Upload } from './unpack.ts'
import { DESCRIPTOR, digestOf, verifyFolder } from './verify.ts'

export type PublishTools = {
  readonly database: Database
  readonly store: ArtifactStore
  readonly limits: UploadLimits
}

export type PublishOrder = Upload & {
  /** The remote that the sender may publish, and that the address names. */
  readonly remote: string
  readonly who: string
}

export type Published = { readonly status: 'published' | 'unchanged'; readonly name: string; readonly version: string }

/** Takes an upload, whole or not at all; nothing of one that is refused stays. */
export const publish = async (order: PublishOrder, tools: PublishTools): Promise<Published> => {
  const { database, store, limits } = tools
  const draft = await store.draft()
  try {
    const paths = await unpack(order, draft, limits)
    const descriptor = await verifyFolder(draft, paths)
    const { name, version } = descriptor
    if (name !== order.remote) throw new Refusal(403, `${DESCRIPTOR} is of ${name}, not of ${order.remote}`)
    const digest = digestOf(descriptor)
    if (await isThere(database, descriptor, digest)) return { status: 'unchanged', name, version }
    paths.delete(DESCRIPTOR)
    await compressFiles(draft, paths)
    await store.keep({ name, version, digest }, draft)
    const isNew = await database.transaction(async (tx) => {
      await lockMoves(tx)
      const made = await insertArtifact(tx, { descriptor, digest, who: order.who })
      await announce(tx)
      return made
    })
    if (!isNew) await isThere(database, descriptor, digest)
    return { status: isNew ? 'published' : 'unchanged', name, version }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

const isThere = async (database: Database, { name, version }: Descriptor, digest: string): Promise<boolean> => {
  const known = await findArtifact(database, name, version)
  if (!known) return false
  if (known.digest !== digest)
    throw new Refusal(409, `${name} ${version} is published with other content: give it another version`)
  if (known.prunedAt !== null) throw new Refusal(409, `${name} ${version} was pruned: give it another version`)
  return true
}
