import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@atalaia/stack'
import { descriptorSchema, type Descriptor } from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'

export type Variant = { readonly folder: string; readonly descriptor: Descriptor; remove(): Promise<void> }

/** Replaces a text in matching files. At least one file must have it. */
export type Replacement = { readonly in: RegExp; readonly text: string; readonly by: string }

export type VariantOptions = {
  readonly version?: string
  readonly edit?: (descriptor: Descriptor) => Descriptor
  /** Built or further files with correct hashes: a faulty build. */
  readonly files?: (descriptor: Descriptor) => Readonly<Record<string, string>>
  readonly replace?: readonly Replacement[]
}

export const fixtureFolder = join(root, 'e2e/fixtures/mfe-fixture/dist')

export const fixtureVariant = (options: VariantOptions): Promise<Variant> => remoteVariant(fixtureFolder, options)

export const remoteVariant = async (from: string, options: VariantOptions): Promise<Variant> => {
  const parent = await mkdtemp(join(tmpdir(), 'atalaia-variant-'))
  const folder = join(parent, 'dist')
  await cp(from, folder, { recursive: true })
  const built = descriptorSchema.parse(JSON.parse(await readFile(join(folder, 'remote.json'), 'utf8')))
  const renamed = renamedTo(built, options.version)
  const missing = new Set(options.replace)

  const files = await Promise.all(
    built.artifact.files.map(async (entry) => {
      const place = join(folder, entry.path)
      const before = await readFile(place)
      const content = contentOf(entry.path, before, {
        ...options,
        built,
        missing,
        container: renamed.artifact.container,
      })
      if (content.equals(before)) return entry
      await writeFile(place, content)
      for (const ending of ['.br', '.gz']) await rm(place + ending, { force: true })
      return { ...entry, bytes: content.length, integrity: integrityOf(content) }
    }),
  )
  const further = Object.entries(options.files?.(built) ?? {}).filter(
    ([path]) => !built.artifact.files.some((entry) => entry.path === path),
  )
  for (const [path, content] of further) {
    await writeFile(join(folder, path), content)
    files.push({ path, bytes: Buffer.byteLength(content), integrity: integrityOf(content) })
  }
  for (const { in: wanted, text } of missing) throw new Error(`${built.name}: no file ${wanted} has "${text}"`)
  const descriptor: Descriptor = { ...renamed, artifact: { ...renamed.artifact, files } }
  const edited = options.edit?.(descriptor) ?? descriptor
  await writeFile(join(folder, 'remote.json'), JSON.stringify(edited))
  return { folder, descriptor: edited, remove: () => rm(parent, { recursive: true, force: true }) }
}

const renamedTo = (built: Descriptor, version = built.version): Descriptor => {
  const container = built.artifact.container.replace(built.version.replaceAll('.', '_'), version.replaceAll('.', '_'))
  return { ...built, version, artifact: { ...built.artifact, container } }
}

type Change = VariantOptions & {
  readonly built: Descriptor
  readonly container: string
  readonly missing: Set<Replacement>
}

const contentOf = (
  path: string,
  before: Buffer,
  { built, container, missing, files, replace = [] }: Change,
): Buffer => {
  const given = files?.(built)[path]
  if (given !== undefined) return Buffer.from(given)
  const wanted = replace.filter((replacement) => replacement.in.test(path))
  const renames = path.endsWith('.js') && container !== built.artifact.container
  if (wanted.length === 0 && !renames) return before
  const text = wanted.reduce((current, replacement) => {
    if (!current.includes(replacement.text)) return current
    missing.delete(replacement)
    return current.replaceAll(replacement.text, replacement.by)
  }, before.toString())
  return Buffer.from(renames ? text.replaceAll(built.artifact.container, container) : text)
}
