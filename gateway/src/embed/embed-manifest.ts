import type { Descriptor, EmbedManifest } from '@atalaia/contracts'

/** Where the files of the embed lie in an artifact; not part of their addresses. */
export const EMBED_FOLDER = 'embed/'

const outside = (path: string) => (path.startsWith(EMBED_FOLDER) ? path.slice(EMBED_FOLDER.length) : path)

/** What an embed consists of; `undefined` for a remote that has none. */
export const embedManifest = ({ name, version, artifact }: Descriptor): EmbedManifest | undefined => {
  const { embed } = artifact
  const entry = embed?.files.find(({ path }) => path === embed.entry)
  return (
    embed &&
    entry && {
      name,
      version,
      entry: outside(entry.path),
      integrity: entry.integrity,
      files: embed.files.map((file) => ({ ...file, path: outside(file.path) })),
    }
  )
}
