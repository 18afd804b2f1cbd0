import {
  DESCRIPTOR_FILE,
  descriptorSchema,
  SHELL_FILE,
  SHELL_NAME,
  shellManifestSchema,
  type ArtifactFile,
  type Descriptor,
  type ShellManifest,
} from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const MAX_DESCRIPTOR_BYTES = 512 * 1024
const MAX_VALUES = 20_000
/** Bytes of the part that all other remotes' pages carry. */
const MAX_FACTS_BYTES = 64 * 1024

/**
 * A build that gateways refuse. `size`: beyond a size limit. `meant`: the descriptor with decoded
 * routes, so a gateway can name the addresses' owner.
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

/** Answer to excessive descriptors. */
export const TOO_MANY_VALUES = 'it has more entries than a descriptor of 2,000 files'

/**
 * Bounds a descriptor before it is read: unfit values are costly, and some 100,000 make the reader
 * throw.
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

export const listedFiles = ({ files, embed, types = [] }: Listing): Files => [
  ...files,
  ...(embed?.files ?? []),
  ...types,
]

const refuseNull =
  (file: string) =>
  (key: string, value: unknown): unknown => {
    if (!key.includes('\0') && !(typeof value === 'string' && value.includes('\0'))) return value
    throw faulty(`${file}: it has a null character, which cannot be stored`)
  }

const factsBytes = ({ artifact, ...facts }: Descriptor): number => {
  const { files: _files, embed: _embed, routeFiles: _routeFiles, ...rest } = artifact
  return Buffer.byteLength(JSON.stringify({ ...facts, rest }))
}

const parseFile = (file: string, text: string): unknown => {
  if (text.length > MAX_DESCRIPTOR_BYTES) throw oversized(`${file}: it has at most ${MAX_DESCRIPTOR_BYTES} bytes`)
  let data: unknown
  try {
    data = JSON.parse(text, refuseNull(file))
  } catch (cause) {
    throw cause instanceof BuildFault ? cause : faulty(`${file}: it is no JSON`, { cause })
  }
  if (hasTooManyValues(data)) throw oversized(`${file}: ${TOO_MANY_VALUES}`)
  return data
}

export const parseDescriptor = (text: string): Descriptor => {
  const parsed = descriptorSchema.safeParse(parseFile(DESCRIPTOR_FILE, text))
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

/** Reads like a gateway. Throws a {@link BuildFault} for refused manifests. */
export const parseShell = (text: string): ShellManifest => {
  const parsed = shellManifestSchema.safeParse(parseFile(SHELL_FILE, text))
  if (parsed.success) {
    const { files: _files, ...facts } = parsed.data
    if (Buffer.byteLength(JSON.stringify(facts)) <= MAX_FACTS_BYTES) return parsed.data
    throw oversized(`${SHELL_FILE}: without its list of files it has at most ${MAX_FACTS_BYTES} bytes`)
  }
  throw faulty(`${SHELL_FILE}: it is no manifest of a shell: ${issuesText(parsed.error.issues)}`)
}

/**
 * Describes a shell, so that gateways treat it like a remote. It has no routes, shares its provided
 * modules, and lists its files in loading order.
 */
export const describeShell = (shell: ShellManifest): Descriptor => {
  const { version, contract, boot, scripts, styles, preload, api, fonts, files, shared } = shell
  const needed = [
    boot,
    ...scripts,
    ...styles,
    ...preload,
    ...api,
    ...fonts,
    ...shared.flatMap((module) => module.files),
  ]
  return {
    name: SHELL_NAME,
    version,
    owner: 'platform',
    contract,
    token: false,
    api: false,
    routes: [],
    sidebar: [],
    artifact: {
      entry: scripts[0] ?? boot,
      container: 'host_shell',
      module: './shell',
      files,
      shared: shared.map((module) => ({ name: module.name, version: module.version, requiredVersion: module.version })),
      routeFiles: { shell: [...new Set(needed)] },
    },
  }
}

const NAMED_ISSUES = 5

export const issuesText = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string =>
  issues
    .slice(0, NAMED_ISSUES)
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ')

const COPIES = [/\.br$/, /\.gz$/, /\.[0-9a-f]{32}\.dcz$/]

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
 * Checks files against a descriptor: none missing, changed, unlisted or a compressed copy. `paths`:
 * files present. Throws a {@link BuildFault}.
 */
export const verifyFiles = async (
  folder: string,
  descriptor: Descriptor,
  paths: ReadonlySet<string>,
): Promise<void> => {
  const own = descriptor.name === SHELL_NAME ? SHELL_FILE : DESCRIPTOR_FILE
  const listed = new Set([...listedFiles(descriptor.artifact).map(({ path }) => path), own])
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

export type DescribedBuild = { readonly descriptor: Descriptor; readonly shell?: ShellManifest }

/** A remote's descriptor, else a shell's manifest, else `undefined`. Throws a {@link BuildFault}. */
export const readDescription = async (folder: string): Promise<DescribedBuild | undefined> => {
  const read = (file: string) => readFile(join(folder, file), 'utf8').catch(() => undefined)
  const descriptor = await read(DESCRIPTOR_FILE)
  if (descriptor !== undefined) return { descriptor: parseDescriptor(descriptor) }
  const manifest = await read(SHELL_FILE)
  if (manifest === undefined) return undefined
  const shell = parseShell(manifest)
  return { descriptor: describeShell(shell), shell }
}

export const verifyFolder = async (folder: string, paths: ReadonlySet<string>): Promise<DescribedBuild> => {
  const build = await readDescription(folder)
  if (!build) throw faulty(`${DESCRIPTOR_FILE}: it is missing`)
  await verifyFiles(folder, build.descriptor, paths)
  return build
}
