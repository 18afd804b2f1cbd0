import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@atalaia/stack'
import { object, optional, record, string } from 'zod/mini'

const examplesFolder = join(root, 'examples')

/** Separate installations: their frameworks are large. */
const apartFolder = join(root, 'lab', 'apart')

const SHARED = 'portal'

const manifestSchema = object({
  scripts: optional(record(string(), string())),
  portal: optional(object({ policy: string() })),
})

const foldersIn = (parent: string): readonly string[] =>
  existsSync(parent)
    ? readdirSync(parent, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && existsSync(join(parent, entry.name, 'package.json')))
        .map(({ name }) => join(parent, name))
    : []

const manifestOf = (folder: string) =>
  manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))

export type ExampleScript = { readonly program: string; readonly args: readonly string[] }

export type Example = {
  /** Folder name, with a colon and variant for script `build:VARIANT`. */
  readonly name: string
  readonly folder: string
  /** Has a separate lockfile. */
  readonly apart: boolean
  /** Content-Security-Policy, if too strict in `examples/portal/server.mjs`. */
  readonly policy: string | undefined
  /** Builds `dist`. Without it, the folder is the portal. */
  readonly build: ExampleScript | undefined
  /** Default: `examples/portal/server.mjs`. */
  readonly start: ExampleScript | undefined
  readonly types: ExampleScript | undefined
}

const scriptOf = (folder: string, line: string | undefined): ExampleScript | undefined => {
  const [word, ...args] = line?.split(' ') ?? []
  if (word === undefined) return undefined
  const own = join(folder, 'node_modules', '.bin', word)
  return { program: existsSync(own) ? own : word, args }
}

const examplesOf = (folder: string, apart: boolean): readonly Example[] => {
  const { scripts = {}, portal } = manifestOf(folder)
  const script = (name: string) => scriptOf(folder, scripts[name])
  const base = folder.slice(folder.lastIndexOf('/') + 1)
  const variants = Object.keys(scripts).flatMap((name) => /^build:(.+)/.exec(name)?.[1] ?? [])
  const plain = variants.length === 0 || scripts['build'] !== undefined
  return [...(plain ? [undefined] : []), ...variants].map((variant) => ({
    name: variant === undefined ? base : `${base}:${variant}`,
    folder,
    apart,
    policy: portal?.policy,
    build: script(variant === undefined ? 'build' : `build:${variant}`),
    start: script('start'),
    types: script('types'),
  }))
}

/** Includes separate installations only once installed. */
export const examples = (): readonly Example[] =>
  [
    ...foldersIn(examplesFolder)
      .filter((folder) => folder !== join(examplesFolder, SHARED))
      .flatMap((folder) => examplesOf(folder, false)),
    ...foldersIn(apartFolder).flatMap((folder) => examplesOf(folder, true)),
  ].toSorted((one, other) => one.name.localeCompare(other.name))

export const exampleNames = (): readonly string[] => examples().map(({ name }) => name)
