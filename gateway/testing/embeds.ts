import { integrityOf } from '@atalaia/contracts/node'
import { type Build } from './archives.ts'

/** `entry`: script of the embed. `chunks`: later files below `embed/`. */
export const withEmbed = (
  { descriptor, files }: Build,
  entry: string,
  chunks: Readonly<Record<string, string>> = {},
): Build => {
  const own = Object.fromEntries(
    Object.entries({ 'embed.js': entry, ...chunks }).map(([path, content]) => [`embed/${path}`, content]),
  )
  const listed = Object.entries(own).map(([path, content]) => ({
    path,
    bytes: Buffer.byteLength(content),
    integrity: integrityOf(content),
  }))
  return {
    descriptor: {
      ...descriptor,
      artifact: { ...descriptor.artifact, embed: { entry: 'embed/embed.js', files: listed } },
    },
    files: { ...files, ...own },
  }
}
