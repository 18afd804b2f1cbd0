import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Pages with the letter of their ids. */
const pages = { P: 'docs/product.md', M: 'docs/platform.md' } as const

const INDEX_HEAD = `# Where each rule is kept

For each rule of [product.md](product.md) and [platform.md](platform.md): the files of code that cite it, in which its change begins, and the
files with tests that hold it. Search the rule by its words there, and its id here. \`npm run rules\` makes this page from the
citations in the code.
`

/** Defines and cites nothing. */
export const INDEX_PAGE = 'docs/rules.md'

export type SourceFile = { readonly path: string; readonly text: string }

export type Mention = { readonly id: string; readonly place: string }

export type RulesReport = {
  /** In page order. */
  readonly rules: readonly Mention[]
  readonly uncited: readonly Mention[]
  /** For each rule: citing code files, without checking ones. */
  readonly owners: ReadonlyMap<string, readonly string[]>
  /** For each rule: citing test files. */
  readonly holders: ReadonlyMap<string, readonly string[]>
  readonly unknown: readonly Mention[]
  /** Repeated definitions, or on the wrong letter's page. */
  readonly duplicate: readonly Mention[]
  /** Citations above no test. */
  readonly misplaced: readonly Mention[]
}

const ID = /\b[PM]-[A-Z]+-\d+\b/g
const DEFINITION = /^- \*\*([PM]-[A-Z]+-\d+)\*\* \S/
const CITATION = /^\s*\/\/ Rules?: (.*)$/
const TEST = /^\s*(test|it|describe)(\.\w+)*[(<]/
const TEST_FILE = /\.(test|spec)\.tsx?$/
/** Checking and showing files implement no rule. */
const CHECKING = /\.(test|spec)\.tsx?$|(^|\/)testing\/|^(e2e|shared\/conformance|lab|examples)\/|\.md$/

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

/** Comment lines may precede the test. */
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

const filesById = (mentions: readonly Mention[]): ReadonlyMap<string, readonly string[]> => {
  const byId = new Map<string, Set<string>>()
  for (const { id, place } of mentions) byId.set(id, (byId.get(id) ?? new Set()).add(place.replace(/:\d+$/, '')))
  return new Map([...byId].map(([id, files]) => [id, [...files].toSorted()]))
}

export const examineRules = (files: readonly SourceFile[]): RulesReport => {
  const definitions = files.flatMap(definitionsIn)
  const rules = definitions.filter(
    ({ id, place }, index) =>
      isDefiningPage(place.replace(/:\d+$/, ''), id) && definitions.findIndex((other) => other.id === id) === index,
  )
  const known = new Set(rules.map(({ id }) => id))
  const citations = files.flatMap(citationsIn)
  const holding = citations.filter(({ aboveTest }) => aboveTest)
  const cited = new Set(holding.map(({ id }) => id))
  return {
    rules,
    owners: filesById(files.filter(({ path }) => !CHECKING.test(path)).flatMap(mentionsIn)),
    holders: filesById(holding),
    uncited: rules.filter(({ id }) => !cited.has(id)),
    unknown: files.flatMap(mentionsIn).filter(({ id }) => !known.has(id)),
    duplicate: definitions.filter((definition) => !rules.includes(definition)),
    misplaced: citations.filter(({ aboveTest }) => !aboveTest).map(({ id, place }) => ({ id, place })),
  }
}

const areaOf = (id: string): string => id.replace(/-\d+$/, '')

const listed = (files: readonly string[] = []): string => files.map((file) => `\`${file}\``).join(', ')

/** Each rule's code and tests, by area, in order. */
export const describeRuleIndex = ({ rules, owners, holders }: RulesReport): string => {
  const areas = [...new Set(rules.map(({ id }) => areaOf(id)))]
  const sections = areas.map((area) => {
    const lines = rules
      .filter(({ id }) => areaOf(id) === area)
      .map(({ id }) => {
        const places = [listed(owners.get(id)), `tests: ${listed(holders.get(id))}`]
        return `- **${id}** ${places.filter(Boolean).join('; ')}`
      })
    return `## ${area}\n\n${lines.join('\n')}\n`
  })
  return `${INDEX_HEAD}\n${sections.join('\n')}`
}

/** Omits generated files and the script's own test, which invents ids. */
export const readSources = (root: string): readonly SourceFile[] =>
  globSync('**/*.{ts,tsx,js,mjs,css,scss,md,sql}', {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist', 'coverage'].includes(name) || /^\../.test(name),
  })
    .filter((path) => path !== 'scripts/rules.test.ts' && ![INDEX_PAGE, 'docs/roles.md'].includes(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
