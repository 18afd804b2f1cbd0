import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@atalaia/stack'
import { object, optional, record, string } from 'zod/mini'

export const examplesFolder = join(root, 'examples')

/** The server that all portals share: no example of its own. */
const PORTAL = 'portal'

export const exampleNames = (): readonly string[] =>
  readdirSync(examplesFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== PORTAL)
    .map(({ name }) => name)

const manifestSchema = object({ scripts: optional(record(string(), string())) })

export type ExampleScript = { readonly program: string; readonly args: readonly string[]; readonly folder: string }

/** A script of an example's package.json as a program of its own packages; `undefined` when it has none of this name. */
export const scriptOf = (example: string, name: string): ExampleScript | undefined => {
  const folder = join(examplesFolder, example)
  const { scripts } = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const [program, ...args] = scripts?.[name]?.split(' ') ?? []
  return program === undefined ? undefined : { program: join(folder, 'node_modules', '.bin', program), args, folder }
}
