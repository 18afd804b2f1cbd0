import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from '@atalaia/stack'

const TRIVIA = String.raw`(?:\s|/\*[^]*?\*/|//.*\n)*`
const RELATIVE_IMPORT = new RegExp(
  String.raw`\b(?:(?:from|import)${TRIVIA}\(?|new URL\()${TRIVIA}(['"\`])(\.[^'"\`]+)\1`,
  'g',
)

export const relativeImportsIn = (source: string): string[] =>
  Array.from(source.matchAll(RELATIVE_IMPORT), ([, , path = '']) => path)

export type Imports = ReadonlyMap<string, ReadonlySet<string>>

/** Paths below the folder, without tests. */
export const importsIn = (sources: string): Imports => {
  const paths = readdirSync(join(root, sources), { recursive: true, encoding: 'utf8' })
  return new Map(
    paths
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|(?:^|\/)(?:node_modules|dist)\//.test(path))
      .map((path) => {
        const targets = relativeImportsIn(readFileSync(join(root, sources, path), 'utf8'))
        return [path, new Set(targets.map((target) => normalize(join(dirname(path), target))))]
      }),
  )
}
