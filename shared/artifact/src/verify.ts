import { DESCRIPTOR_FILE, descriptorSchema, type ArtifactFile, type Descriptor } from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The most bytes of a descriptor, as JSON. It lists every file of a build, of which there are at most 2,000. */
export const MAX_DESCRIPTOR_BYTES = 512 * 1024
/** The most values in it, with objects and lists: a file is four. */
const MAX_VALUES = 20_000
/** Of what the pages of all other remotes carry of a descriptor, too. */
const MAX_FACTS_BYTES = 64 * 1024

/**
 * A build that no gateway takes. `kind` is `size` when a limit of sizes is exceeded. `meant` is the descriptor of a build
 * with encoded characters in its routes, read without them: a gateway says whose addresses these are.
 */
export class BuildFault extends Error {
  override readonly name = 'BuildFault'
  readonly kind: 'content' | 'size'
  meant?: Descriptor

  constructor(kind: 'content' | 'size', message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

const faulty = (message: string, options?: ErrorOptions) => new BuildFault('content', message, options)
const oversized = (message: string) => new BuildFault('size', message)

/** The answer to a descriptor with more values than any build needs. */
export const TOO_MANY_VALUES = 'it has more entries than a descriptor of 2,000 files'

/**
 * Whether a descriptor has so many values that it is not read. Each value that does not fit the schema costs as much as
 * hundreds that do, and with some 100,000 of them reading the descriptor throws.
 */
export const hasTooManyValues = (data: unknown): boolean => {
  // A loop, because somebody may have nested what is read as deep as it is long.
  const left = [data]
  let values = 0
  while (left.length > 0) {
    const value = left.pop()
    values += 1
    if (values > MAX_VALUES) return true
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) left.push(inner)
  }
  return false
}

type Files = readonly ArtifactFile[]
type Listing = {
  readonly files: Files
  readonly embed?: { readonly files: Files } | undefined
  readonly types?: Files | undefined
}

/** All files of an artifact: those of our own pages, those of the embed, and declarations. */
export const listedFiles = ({ files, embed, types = [] }: Listing): Files => [
  ...files,
  ...(embed?.files ?? []),
  ...types,
]

/** PostgreSQL holds no null character, not even in JSON. */
const refuseNull = (key: string, value: unknown): unknown => {
  if (!key.includes('\0') && !(typeof value === 'string' && value.includes('\0'))) return value
  throw faulty(`${DESCRIPTOR_FILE}: it has a null character, which cannot be stored`)
}

/** The size of a descriptor without its lists of files, as JSON: what it weighs in pages that show another remote. */
const factsBytes = ({ artifact, ...facts }: Descriptor): number => {
  const { files: _files, embed: _embed, routeFiles: _routeFiles, ...rest } = artifact
  return Buffer.byteLength(JSON.stringify({ ...facts, rest }))
}

/** Reads a descriptor as a gateway does. Throws a {@link BuildFault} for one that it would refuse. */
export const parseDescriptor = (text: string): Descriptor => {
  if (text.length > MAX_DESCRIPTOR_BYTES)
    throw oversized(`${DESCRIPTOR_FILE}: it has at most ${MAX_DESCRIPTOR_BYTES} bytes`)
  let data: unknown
  try {
    data = JSON.parse(text, refuseNull)
  } catch (cause) {
    throw cause instanceof BuildFault ? cause : faulty(`${DESCRIPTOR_FILE}: it is no JSON`, { cause })
  }
  if (hasTooManyValues(data)) throw oversized(`${DESCRIPTOR_FILE}: ${TOO_MANY_VALUES}`)
  const parsed = descriptorSchema.safeParse(data)
  if (parsed.success) {
    if (factsBytes(parsed.data) <= MAX_FACTS_BYTES) return parsed.data
    throw oversized(`${DESCRIPTOR_FILE}: without its lists of files it has at most ${MAX_FACTS_BYTES} bytes`)
  }
  const fault = faulty(`${DESCRIPTOR_FILE}: it is no descriptor: ${issuesText(parsed.error.issues)}`)
  const meant = descriptorSchema.safeParse(JSON.parse(text, decodePaths))
  if (meant.success) fault.meant = meant.data
  throw fault
}

const decodePaths = (key: string, value: unknown): unknown => {
  if (key !== 'path' || typeof value !== 'string' || !value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

const NAMED_ISSUES = 5

/** The first issues of a schema as one text: `routes.0.path: a route path starts with /`. */
export const issuesText = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string =>
  issues
    .slice(0, NAMED_ISSUES)
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ')

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

/**
 * Checks the files of a build against its descriptor: none is missing, changed, unlisted, or a compressed copy. `paths` are
 * those that are there beside the descriptor. Throws a {@link BuildFault}.
 */
export const verifyFiles = async (
  folder: string,
  descriptor: Descriptor,
  paths: ReadonlySet<string>,
): Promise<void> => {
  const listed = new Set([...listedFiles(descriptor.artifact).map(({ path }) => path), DESCRIPTOR_FILE])
  const [extra] = [...paths].filter((path) => !listed.has(path))
  if (extra !== undefined) throw faulty(`${extra}: the descriptor does not list it`)
  const [copy] = [...paths].filter((path) =>
    COPIES.some((copies) => copies.test(path) && paths.has(path.replace(copies, ''))),
  )
  if (copy !== undefined) throw faulty(`${copy}: the gateway makes the compressed copies itself`)
  const [nowhere] = unlisted(descriptor)
  if (nowhere !== undefined) throw faulty(`${nowhere}: the descriptor names it and does not list it`)
  const [fault] = await fileFaults(descriptor, async (path) =>
    paths.has(path) ? readFile(join(folder, path)) : undefined,
  )
  if (fault !== undefined) throw faulty(fault)
}

/** Reads the descriptor in `folder` and checks all files there, `paths`, against it. Throws a {@link BuildFault}. */
export const verifyFolder = async (folder: string, paths: ReadonlySet<string>): Promise<Descriptor> => {
  if (!paths.has(DESCRIPTOR_FILE)) throw faulty(`${DESCRIPTOR_FILE}: it is missing`)
  const descriptor = parseDescriptor(await readFile(join(folder, DESCRIPTOR_FILE), 'utf8'))
  await verifyFiles(folder, descriptor, paths)
  return descriptor
}
