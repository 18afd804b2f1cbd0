import type { ArtifactFile, ShellManifest } from '@atalaia/contracts'
import { createHash } from 'node:crypto'
import type { DescribedBuild } from './verify-build.ts'

/** 32 hexadecimal digits. The order of keys and files does not matter. */
export const digestOf = ({ descriptor, shell }: DescribedBuild): string => {
  const { files, embed } = descriptor.artifact
  const artifact = {
    ...descriptor.artifact,
    files: byPath(files),
    ...(embed && { embed: { ...embed, files: byPath(embed.files) } }),
  }
  const manifest = shell && { shell: { ...shell, files: byPath(shell.files) } }
  const canonical = JSON.stringify({ ...descriptor, artifact, ...manifest }, sortKeys)
  return createHash('sha256').update(canonical).digest('hex').slice(0, 32)
}

const byPath = (files: readonly ArtifactFile[]) => files.toSorted((one, other) => (one.path < other.path ? -1 : 1))

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

export const shellIdOf = (manifest: ShellManifest): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 32)
