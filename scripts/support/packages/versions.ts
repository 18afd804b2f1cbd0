import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '@atalaia/stack'
import { object, record, string, type infer as Infer } from 'zod/mini'
import type { PublicPackage } from './public-packages.ts'

const releasedSchema = record(string(), object({ version: string(), surface: string() }))
export type Released = Infer<typeof releasedSchema>

export type Raise = { readonly name: string; readonly type: (typeof RAISES)[number] }
const RAISES = ['major', 'minor', 'patch', 'none'] as const
const raiseOf = (type: string | undefined) => RAISES.find((raise) => raise === type)

/** Like `'@atalaia/ui': minor`. */
export const raisesIn = (changeset: string): readonly Raise[] => {
  const [, frontMatter = ''] = /^---\n(.*?)\n?---/s.exec(changeset) ?? []
  return frontMatter.split('\n').flatMap((line) => {
    const [, name, word] = /^['"]?([^'":]+)['"]?: (\w+)$/.exec(line) ?? []
    const type = raiseOf(word)
    return name === undefined || type === undefined ? [] : [{ name, type }]
  })
}

/** `surface` hashes its records in `etc`. */
export type Surfaced = Pick<PublicPackage, 'name' | 'version'> & { readonly surface: string }

const records = join(root, 'etc')
const releasedFile = join(root, '.changeset', 'released.json')

export const readReleased = (): Released =>
  existsSync(releasedFile) ? releasedSchema.parse(JSON.parse(readFileSync(releasedFile, 'utf8'))) : {}

/** After raises. */
export const writeReleased = (packages: readonly Surfaced[]): void => {
  const released = packages.map(({ name, version, surface }) => [name, { version, surface }] as const)
  writeFileSync(releasedFile, `${JSON.stringify(Object.fromEntries(released.toSorted()), null, 2)}\n`)
}

export const withSurfaces = (packages: readonly PublicPackage[]): readonly Surfaced[] =>
  packages.flatMap(({ name, version, folder }) => {
    const own = readdirSync(records).filter((file) => file.startsWith(`${basename(folder)}.`))
    if (own.length === 0) return []
    const hash = createHash('sha256')
    for (const file of own.toSorted()) hash.update(file).update(readFileSync(join(records, file)))
    return [{ name, version, surface: hash.digest('hex').slice(0, 16) }]
  })

/**
 * Packages with changed exports but no version raise of at least `minor`: a shell would lack a
 * remote's imports.
 */
export const unraised = (
  packages: readonly Surfaced[],
  released: Released,
  raises: readonly Raise[],
): readonly string[] =>
  packages.flatMap(({ name, version, surface }) => {
    const last = released[name]
    if (!last || last.surface === surface || last.version !== version) return []
    if (raises.some((raise) => raise.name === name && (raise.type === 'minor' || raise.type === 'major'))) return []
    return [`${name}: its exports are no longer those of ${version}, and no changeset raises it`]
  })
