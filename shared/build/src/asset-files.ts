import type { ArtifactFile } from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import type { Compilation } from 'webpack'

/** Without source maps and compressed copies, sorted by path. */
export const assetFiles = (compilation: Compilation): ArtifactFile[] =>
  compilation
    .getAssets()
    .filter(({ name }) => !/\.(map|br|gz)$/.test(name))
    .map(({ name, source }) => {
      const content = source.buffer()
      return { path: name, bytes: content.length, integrity: integrityOf(content) }
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
