import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The pages that define rules, each with the letter that its ids begin with. */
const pages = { P: 'docs/product.md', M: 'docs/platform.md' } as const

/** A text of the repository; `path` is relative to its root. */
export type SourceFile = { readonly path: string; readonly text: string }

/** An id, and the place where it stands as `path:line`. */
export type Mention = { readonly id: string; readonly place: string }

export type RulesReport = {
  /** The defined rules, in the order of their pages. */
  readonly rules: readonly Mention[]
  /** Rules that no test cites. */
  readonly uncited: readonly Mention[]
  /** Mentions of ids that no page defines. */
  readonly unknown: readonly Mention[]
  /** Definitions of an id that is defined already, or on the page of the other letter. */
  readonly duplicate: readonly Mention[]
  /** Citations in a test file that stand above no test. */
  readonly misplaced: readonly Mention[]
}

const ID = /\b[PM]-[A-Z]+-\d+\b/g
const DEFINITION = /^- \*\*([PM]-[A-Z]+-\d+)\*\* \S/
const CITATION = /^\s*\/\/ Rules?: (.*)$/
const TEST = /^\s*(test|it|describe)(\.\w+)*[(<]/
const TEST_FILE = /\.(test|spec)\.tsx?$/

const idsIn = (text: string): readonly string[] => text.match(ID) ?? []

const isDefiningPage = (path: string, id: string): boolean =>
  Object.entries(pages).some(([letter, page]) => page === path && id.startsWith(`${letter}-`))

const placed = (path: string, index: number, ids: readonly string[]): readonly Mention[] =>
  ids.map((id) => ({ id, place: `${path}:${index + 1}` }))

const definitionsIn = ({ path, text }: SourceFile): readonly Mention[] =>
  Object.values<string>(pages).includes(path)
    ? text.split('\n').flatMap((line, index) => placed(path, index, [DEFINITION.exec(line)?.[1] ?? []].flat()))
    : []

const mentionsIn = ({ path, text }: SourceFile): readonly Mention[] =>
  text.split('\n').flatMap((line, index) => placed(path, index, idsIn(line)))

/** Citations of a test file, and whether a test follows: other comment lines may stand between. */
const citationsIn = ({ path, text }: SourceFile): readonly (Mention & { readonly aboveTest: boolean })[] => {
  if (!TEST_FILE.test(path)) return []
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const cited = CITATION.exec(line)?.[1]
    if (cited === undefined) return []
    const next = lines.slice(index + 1).find((one) => !/^\s*\/\//.test(one))
    const aboveTest = next !== undefined && TEST.test(next)
    return placed(path, index, idsIn(cited)).map((mention) => ({ ...mention, aboveTest }))
  })
}

/** Compares the rules of the pages with the citations of all files. */
export const examineRules = (files: readonly SourceFile[]): RulesReport => {
  const definitions = files.flatMap(definitionsIn)
  const rules = definitions.filter(
    ({ id, place }, index) =>
      isDefiningPage(place.replace(/:\d+$/, ''), id) && definitions.findIndex((other) => other.id === id) === index,
  )
  const known = new Set(rules.map(({ id }) => id))
  const citations = files.flatMap(citationsIn)
  const cited = new Set(citations.filter(({ aboveTest }) => aboveTest).map(({ id }) => id))
  return {
    rules,
    uncited: rules.filter(({ id }) => !cited.has(id)),
    unknown: files.flatMap(mentionsIn).filter(({ id }) => !known.has(id)),
    duplicate: definitions.filter((definition) => !rules.includes(definition)),
    misplaced: citations.filter(({ aboveTest }) => !aboveTest).map(({ id, place }) => ({ id, place })),
  }
}

/** Every file that may define or cite a rule. The script's own test invents ids. */
export const readSources = (root: string): readonly SourceFile[] =>
  globSync('**/*.{ts,tsx,mjs,css,scss,md,sql}', {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist', 'coverage'].includes(name) || /^\../.test(name),
  })
    .filter((path) => path !== 'scripts/rules.test.ts')
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
