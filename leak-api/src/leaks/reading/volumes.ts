import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** An archive in several files (M-IMPORT-51). */
export type VolumeSet = {
  readonly name: string
  /** All paths begin with it. */
  readonly stem: string
  readonly parts: readonly string[]
  /** `undefined`: the parts in order are one file, cut. */
  readonly opener: string | undefined
}

/** `fixed`: the part without a number, `x.rar` or `x.zip`. */
type Form = { readonly pattern: RegExp; readonly first: number; readonly fixed?: string; readonly extension?: string }

const FORMS: readonly Form[] = [
  { pattern: /^(.+)\.part(\d+)\.rar$/is, first: 1, extension: '.rar' },
  { pattern: /^(.+)\.r(\d\d)$/is, first: 0, fixed: '.rar', extension: '.rar' },
  { pattern: /^(.+)\.z(\d\d)$/is, first: 1, fixed: '.zip', extension: '.zip' },
  { pattern: /^(.+)\.(\d{3,4})$/s, first: 1 },
]

const formOf = (path: string): Form | undefined => FORMS.find(({ pattern }) => pattern.test(path))

export const isVolume = (path: string): boolean => formOf(path) !== undefined

const setOf = (
  { pattern, first, fixed, extension = '' }: Form,
  stem: string,
  found: readonly string[],
  all: ReadonlyMap<string, string>,
): VolumeSet | undefined => {
  const numberOf = (path: string) => Number(pattern.exec(path)?.[2])
  const parts = found.toSorted((one, other) => numberOf(one) - numberOf(other))
  const begins = numberOf(parts[0] ?? '')
  const isWhole = begins <= first && parts.every((path, at) => numberOf(path) === begins + at)
  const bare = fixed === undefined ? undefined : all.get(`${stem}${fixed}`.toLowerCase())
  if (!isWhole || (fixed !== undefined && bare === undefined)) return undefined
  const opener = bare ?? (extension === '' ? undefined : parts[0])
  return { name: `${stem}${extension}`, stem, opener, parts: bare === undefined ? parts : [...parts, bare] }
}

/** By the path of each part. */
export const volumeSets = (paths: readonly string[]): ReadonlyMap<string, VolumeSet> => {
  const all = new Map(paths.map((path) => [path.toLowerCase(), path]))
  const groups = new Map<string, { form: Form; stem: string; found: string[] }>()
  for (const path of paths) {
    const form = formOf(path)
    const stem = form?.pattern.exec(path)?.[1]
    if (form === undefined || stem === undefined) continue
    const key = `${FORMS.indexOf(form)} ${stem}`
    const group = groups.get(key) ?? { form, stem, found: [] }
    group.found.push(path)
    groups.set(key, group)
  }
  const sets = [...groups.values()].flatMap(({ form, stem, found }) => setOf(form, stem, found, all) ?? [])
  return new Map(sets.flatMap((set) => set.parts.map((part) => [part, set] as const)))
}

const ADVICE = 'import a folder that has all its parts'
export const MISSING_PARTS = `is a part of an archive, and others are missing: ${ADVICE}`
/** The last parts cannot be missed by their names. */
export const orMissing = (reason: string) => (reason.startsWith('the archive') ? `${reason}; ${ADVICE}` : reason)

export type GatheredSet = {
  /** `undefined`: see `joined`. */
  readonly opener: string | undefined
  readonly bytes: number
  joined(): AsyncGenerator<Buffer>
  remove(): Promise<void>
}

export const createGathering = (folder = tmpdir()) => {
  const open = new Map<string, { readonly disk: string; readonly have: Map<string, string> }>()
  return {
    add: async (key: string, set: VolumeSet, part: string, content: AsyncIterable<Buffer>) => {
      const { disk, have } = open.get(key) ?? { disk: await mkdtemp(join(folder, 'leak-')), have: new Map() }
      open.set(key, { disk, have })
      const file = join(disk, `archive${part.slice(set.stem.length)}`)
      await pipeline(content, createWriteStream(file, { mode: 0o600 }))
      have.set(part, file)
      if (have.size < set.parts.length) return undefined
      const files = set.parts.map((each) => have.get(each) ?? '')
      const sizes = await Promise.all(files.map(async (each) => (await stat(each)).size))
      async function* joined() {
        for (const each of files) for await (const chunk of createReadStream(each)) yield Buffer.from(chunk)
      }
      return {
        opener: set.opener === undefined ? undefined : have.get(set.opener),
        bytes: sizes.reduce((sum, size) => sum + size, 0),
        joined,
        remove: async () => {
          open.delete(key)
          await rm(disk, { recursive: true, force: true })
        },
      } satisfies GatheredSet
    },
    close: async () => {
      for (const { disk } of open.values()) await rm(disk, { recursive: true, force: true })
    },
  }
}
export type Gathering = ReturnType<typeof createGathering>
