import { BuildFault, digestOf, listedFiles, verifyFolder, type DescribedBuild, type Reason } from '@atalaia/artifact'
import { DESCRIPTOR_FILE, SHELL_FILE, type Descriptor } from '@atalaia/contracts'
import { DatabaseUnavailableError, type Database } from '@atalaia/database'
import { rm } from 'node:fs/promises'
import { storeAway, type ArtifactKey, type ArtifactStore } from '../storage/artifact-store.ts'
import { agreesWithEarlier, findArtifact, insertArtifact, listArtifacts } from '../repository/artifacts-repository.ts'
import {
  advanceRevision,
  announceRevision,
  ORDER_LIMIT_MS,
  orderLimits,
  type Caller,
} from '../repository/channels-repository.ts'
import { isNamedByContent } from '../storage/artifact.ts'
import { Problem } from '@atalaia/server'
import { compressFiles, reuseCopies, writeDeltas } from './compress.ts'
import { unpack, type Upload, type UploadLimits } from './unpack.ts'

export type PublishTools = {
  readonly database: Database
  readonly store: ArtifactStore
  readonly limits: UploadLimits
  readonly refresh: () => Promise<void>
}

export type PublishOrder = Upload &
  Caller & {
    /** The remote of the address, which the sender may publish. */
    readonly remote: string
    readonly who: string
  }

export type Published = { readonly status: 'published' | 'unchanged'; readonly name: string; readonly version: string }

export const createPublish =
  (tools: PublishTools) =>
  async (order: PublishOrder): Promise<Published> => {
    const published = await publish(order, tools)
    await tools.refresh()
    return published
  }

const publish = async (order: PublishOrder, tools: PublishTools): Promise<Published> => {
  const { database, store, limits } = tools
  const draft = await store.draft()
  try {
    const paths = await unpack(order, draft, limits)
    const build = await verifyUpload(draft, paths)
    const { descriptor, shell } = build
    const { name, version } = descriptor
    if (name !== order.remote)
      throw new Problem(403, `${shell ? SHELL_FILE : DESCRIPTOR_FILE} is of ${name}, not of ${order.remote}`)
    const nameless = shell?.files.find(({ path }) => !isNamedByContent(path))
    // All shells have one base address, which is built into them (M-SHELL-4).
    if (nameless) throw new Problem(400, `${nameless.path}: a file of a shell has the hash of its content in its name`)
    const digest = digestOf(build)
    if (await isPublished(database, descriptor, digest)) return { status: 'unchanged', name, version }
    paths.delete(shell ? SHELL_FILE : DESCRIPTOR_FILE)
    for (const path of await reuseCopies({ descriptor, draft }, tools)) paths.delete(path)
    await compressFiles(draft, paths)
    await writeDeltas({ descriptor, draft }, tools)
    return await keep({ ...build, digest, draft, order }, tools)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

type Verified = DescribedBuild & {
  readonly digest: string
  readonly draft: string
  readonly order: PublishOrder
}

/** Stores the files, then the row (M-PUBLISH-4). Without a row, it removes the files. */
const keep = async ({ descriptor, shell, digest, draft, order }: Verified, tools: PublishTools): Promise<Published> => {
  const { database, store } = tools
  const { name, version } = descriptor
  const key = { name, version, digest }
  const paths = listedFiles(descriptor.artifact).map(({ path }) => path)
  try {
    await store.keep(key, draft)
    const isNew = await database.transaction(async (tx) => {
      await advanceRevision(tx)
      const made = await insertArtifact(tx, { descriptor, ...(shell && { shell }), digest, who: order.who })
      // Another upload of the same content that was given up may have removed its files, which are these.
      if (made && !(await store.holds(key, paths))) throw storeAway()
      if (made && shell && !(await agreesWithEarlier(tx, key)))
        throw new Problem(409, `${name} ${version}: a file has the name of an earlier version's with other content`)
      await announceRevision(tx)
      return made
    }, orderLimits(order)())
    if (!isNew) await isPublished(database, descriptor, digest)
    return { status: isNew ? 'published' : 'unchanged', name, version }
  } catch (error) {
    const dropped = dropUnpublished(key, tools)
    // Nobody waits for a database that is away, or is there to wait.
    if (!(error instanceof DatabaseUnavailableError)) await dropped
    throw error
  }
}

/**
 * Removes the files of a build without a row, under the lock of the revision. Never rejects: the
 * next start retries.
 */
const dropUnpublished = async (key: ArtifactKey, { database, store }: PublishTools): Promise<void> => {
  const drop = database.transaction(
    async (tx) => {
      await advanceRevision(tx)
      const known = await findArtifact(tx, key.name, key.version)
      if (known?.digest !== key.digest || known.prunedAt !== null) await store.remove(key)
    },
    { withinMs: ORDER_LIMIT_MS },
  )
  await drop.catch(() => undefined)
}

/**
 * True when this content is published. Throws when the version has other content or was pruned
 * (M-PUBLISH-1).
 */
const isPublished = async (database: Database, { name, version }: Descriptor, digest: string): Promise<boolean> => {
  const known = await findArtifact(database, name, version)
  if (!known) return false
  if (known.digest !== digest)
    throw new Problem(409, `${name} ${version} is published with other content: give it another version`)
  if (known.prunedAt !== null) throw new Problem(409, `${name} ${version} was pruned: give it another version`)
  return true
}

/** Checks the files of an upload against its description. Throws a `Problem` for a fault. */
const verifyUpload = async (folder: string, paths: ReadonlySet<string>): Promise<DescribedBuild> => {
  try {
    return await verifyFolder(folder, paths)
  } catch (cause) {
    throw cause instanceof BuildFault ? new Problem(cause.kind === 'size' ? 413 : 400, cause.message, { cause }) : cause
  }
}

/** Refuses encoded characters in routes, and names the owners of the decoded addresses (M-GATE-17). */
export const withOwners = async (
  error: unknown,
  judge: (meant: Descriptor) => Promise<readonly Reason[]>,
): Promise<unknown> => {
  const meant = error instanceof Problem && error.cause instanceof BuildFault ? error.cause.meant : undefined
  if (!(error instanceof Problem) || !meant) return error
  const owners = (await judge(meant)).filter(({ code }) => code === 'route-owned' || code === 'route-collision')
  const text = [`${error.message}; routes have no encoded characters`, ...owners.map(({ message }) => message)].join(
    '; ',
  )
  return new Problem(error.status, text, { cause: error })
}
const keyOf = ({ name, version, digest }: ArtifactKey) => `${name} ${version} ${digest}`

/** Removes leftovers of interrupted uploads (M-PUBLISH-3). A failure does not stop the start. */
export const sweepStore = async (database: Database, store: ArtifactStore, onFailure: (error: unknown) => void) => {
  const kept = new Set((await listArtifacts(database)).filter(({ prunedAt }) => prunedAt === null).map(keyOf))
  await store.sweep((key) => kept.has(keyOf(key))).catch(onFailure)
}
