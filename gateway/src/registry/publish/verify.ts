import { BuildFault, verifyFolder } from '@atalaia/artifact'
import type { ArtifactFile, Descriptor } from '@atalaia/contracts'
import { Problem } from '@atalaia/server'
import { createHash } from 'node:crypto'

/** Reads the descriptor of an upload and checks its files against it. Throws a `Problem` for a fault. */
export const verifyUpload = async (folder: string, paths: ReadonlySet<string>): Promise<Descriptor> => {
  try {
    return await verifyFolder(folder, paths)
  } catch (cause) {
    throw cause instanceof BuildFault ? new Problem(cause.kind === 'size' ? 413 : 400, cause.message, { cause }) : cause
  }
}

/** The digest of a build's content: 32 hexadecimal digits. The order of keys and files does not change it. */
export const digestOf = (descriptor: Descriptor): string => {
  const { files, embed } = descriptor.artifact
  const artifact = {
    ...descriptor.artifact,
    files: byPath(files),
    ...(embed && { embed: { ...embed, files: byPath(embed.files) } }),
  }
  const canonical = JSON.stringify({ ...descriptor, artifact }, sortKeys)
  return createHash('sha256').update(canonical).digest('hex').slice(0, 32)
}

const byPath = (files: readonly ArtifactFile[]) => files.toSorted((one, other) => (one.path < other.path ? -1 : 1))

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
