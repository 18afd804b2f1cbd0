import { DESCRIPTOR_FILE, descriptorSchema, type ArtifactFile, type Descriptor } from '@atalaia/contracts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasTooManyValues, listedFiles, MAX_DESCRIPTOR_BYTES } from '../storage/artifact.ts'
import { integrityOf } from '@atalaia/contracts/node'
import { Problem } from '@atalaia/server'

/** PostgreSQL holds no null character, not even in JSON. */
const refuseNull = (key: string, value: unknown): unknown => {
  if (!key.includes('\0') && !(typeof value === 'string' && value.includes('\0'))) return value
  throw new Problem(400, `${DESCRIPTOR_FILE}: it has a null character, which cannot be stored`)
}

/** Of what the pages of all other remotes carry of a descriptor, too. */
const MAX_FACTS_BYTES = 64 * 1024

/** The size of a descriptor without its lists of files, as JSON: what it weighs in pages that show another remote. */
const factsBytes = ({ artifact, ...facts }: Descriptor): number => {
  const { files: _files, embed: _embed, routeFiles: _routeFiles, ...rest } = artifact
  return Buffer.byteLength(JSON.stringify({ ...facts, rest }))
}

/** The answer to a descriptor with more values than any build needs. */
export const TOO_MANY_VALUES = 'it has more entries than a descriptor of 2,000 files'

const parse = (text: string): Descriptor => {
  if (text.length > MAX_DESCRIPTOR_BYTES)
    throw new Problem(413, `${DESCRIPTOR_FILE}: it has at most ${MAX_DESCRIPTOR_BYTES} bytes`)
  let data: unknown
  try {
    data = JSON.parse(text, refuseNull)
  } catch (cause) {
    throw cause instanceof Problem ? cause : new Problem(400, `${DESCRIPTOR_FILE}: it is no JSON`, { cause })
  }
  if (hasTooManyValues(data)) throw new Problem(413, `${DESCRIPTOR_FILE}: ${TOO_MANY_VALUES}`)
  const parsed = descriptorSchema.safeParse(data)
  if (parsed.success) {
    if (factsBytes(parsed.data) <= MAX_FACTS_BYTES) return parsed.data
    throw new Problem(413, `${DESCRIPTOR_FILE}: without its lists of files it has at most ${MAX_FACTS_BYTES} bytes`)
  }
  const details = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Problem(400, `${DESCRIPTOR_FILE}: it is no descriptor: ${details.slice(0, 5).join('; ')}`)
}

const COPIES = [/\.br$/, /\.gz$/, /\.[0-9a-f]{32}\.dcz$/]

/** Faults of a build's files against its descriptor, one line each. */
export const fileFaults = async (
  { artifact }: Descriptor,
  read: (path: string) => Promise<Buffer | undefined>,
): Promise<string[]> => {
  const faults = await Promise.all(
    listedFiles(artifact).map(async ({ path, bytes, integrity }) => {
      const content = await read(path)
      if (!content) return [`${path}: it is missing`]
      if (content.length !== bytes) return [`${path}: ${content.length} bytes, the descriptor says ${bytes}`]
      return integrityOf(content) === integrity ? [] : [`${path}: its content does not match its hash`]
    }),
  )
  return faults.flat()
}

/** Files to which the descriptor refers without listing them. */
const unlisted = ({ artifact }: Descriptor): string[] => {
  const listed = new Set(listedFiles(artifact).map(({ path }) => path))
  const pages = Object.values(artifact.prerendered ?? {}).flatMap(({ html, head }) => [html, ...(head ? [head] : [])])
  const named = [
    artifact.entry,
    ...Object.values(artifact.routeFiles).flat(),
    ...pages,
    ...(artifact.embed ? [artifact.embed.entry] : []),
  ]
  return [...new Set(named)].filter((path) => !listed.has(path))
}

/** Reads the descriptor in `folder` and checks all files there, `paths`, against it. Throws a `Problem` for a fault. */
export const verifyFolder = async (folder: string, paths: ReadonlySet<string>): Promise<Descriptor> => {
  if (!paths.has(DESCRIPTOR_FILE)) throw new Problem(400, `${DESCRIPTOR_FILE}: it is missing`)
  const descriptor = parse(await readFile(join(folder, DESCRIPTOR_FILE), 'utf8'))
  const listed = new Set([...listedFiles(descriptor.artifact).map(({ path }) => path), DESCRIPTOR_FILE])
  const [extra] = [...paths].filter((path) => !listed.has(path))
  if (extra !== undefined) throw new Problem(400, `${extra}: the descriptor does not list it`)
  const [copy] = [...paths].filter((path) =>
    COPIES.some((copies) => copies.test(path) && paths.has(path.replace(copies, ''))),
  )
  if (copy !== undefined) throw new Problem(400, `${copy}: the gateway makes the compressed copies itself`)
  const [nowhere] = unlisted(descriptor)
  if (nowhere !== undefined) throw new Problem(400, `${nowhere}: the descriptor names it and does not list it`)
  const [fault] = await fileFaults(descriptor, async (path) =>
    paths.has(path) ? readFile(join(folder, path)) : undefined,
  )
  if (fault !== undefined) throw new Problem(400, fault)
  return descriptor
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
