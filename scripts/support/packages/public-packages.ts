import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspacePackages } from '@atalaia/stack'
import { boolean, object, optional, record, string, unknown, type infer as Infer } from 'zod/mini'

const manifestSchema = object({
  name: string(),
  version: optional(string()),
  private: optional(boolean()),
  exports: optional(record(string(), unknown())),
  publishConfig: optional(object({ exports: optional(record(string(), unknown())) })),
})
type Manifest = Infer<typeof manifestSchema>

/** Not private. */
export type PublicPackage = { readonly name: string; readonly folder: string; readonly version: string }

const readManifest = (folder: string): Manifest =>
  manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))

export const publicPackages = (): readonly PublicPackage[] =>
  [...workspacePackages().values()].flatMap(({ name, folder }) => {
    const manifest = readManifest(folder)
    if (manifest.private === true) return []
    if (manifest.version === undefined) throw new Error(`${name}: a package without "private" needs a version`)
    assertSameEntries(manifest)
    return [{ name, folder, version: manifest.version }]
  })

/** `exports` name sources; `publishConfig.exports` name built files. */
const assertSameEntries = ({ name, exports = {}, publishConfig }: Manifest): void => {
  const packed = publishConfig?.exports ?? exports
  const missing = Object.keys(exports).filter((entry) => !(entry in packed))
  if (missing.length > 0) throw new Error(`${name}: publishConfig.exports lacks ${missing.join(', ')}`)
}
