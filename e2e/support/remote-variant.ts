import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { descriptorSchema, type Descriptor } from '@atalaia/contracts'
import { root } from './process.ts'

export type Variant = { readonly folder: string; readonly descriptor: Descriptor; remove(): Promise<void> }

export type VariantOptions = {
  /** What the descriptor says in place of what the build wrote. */
  readonly edit?: (descriptor: Descriptor) => Descriptor
  /** Contents in place of built files, their hashes put right: a build that is wrong in itself. */
  readonly files?: (descriptor: Descriptor) => Readonly<Record<string, string>>
}

const integrityOf = (content: string) => `sha384-${createHash('sha384').update(content).digest('base64')}`

/** The fixture remote as it was built, or a copy that differs where a test needs it. */
export const fixtureFolder = join(root, 'e2e/fixtures/mfe-fixture/dist')

/** A copy of the built fixture remote that differs from it in one respect. */
export const fixtureVariant = async ({ edit, files }: VariantOptions): Promise<Variant> => {
  const parent = await mkdtemp(join(tmpdir(), 'atalaia-variant-'))
  const folder = join(parent, 'dist')
  await cp(fixtureFolder, folder, { recursive: true })
  const file = join(folder, 'remote.json')
  const built = descriptorSchema.parse(JSON.parse(await readFile(file, 'utf8')))

  const replaced = files?.(built) ?? {}
  for (const [path, content] of Object.entries(replaced)) {
    await writeFile(join(folder, path), content)
    for (const ending of ['.br', '.gz']) await rm(join(folder, path + ending), { force: true })
  }
  const rehashed = built.artifact.files.map((entry) => {
    const content = replaced[entry.path]
    return content === undefined ? entry : { ...entry, bytes: content.length, integrity: integrityOf(content) }
  })
  const descriptor: Descriptor = { ...built, artifact: { ...built.artifact, files: rehashed } }
  const edited = edit?.(descriptor) ?? descriptor
  await writeFile(file, JSON.stringify(edited))
  return { folder, descriptor: edited, remove: () => rm(parent, { recursive: true, force: true }) }
}
