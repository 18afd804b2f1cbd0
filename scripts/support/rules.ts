import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The pages that define rules, each with the letter that its ids begin with. */
const pages = { P: 'docs/product.md', M: 'docs/platform.md' } as const

const INDEX_HEAD = `# Where each rule is kept

For each rule of [product.md](product.md) and [platform.md](platform.md): the files of code that cite it, in which its change begins, and the
files with tests that hold it. Search the rule by its words there, and its id here. \`npm run rules\` makes this page from the
citations in the code.
`

/** The generated page, which defines and cites nothing. */
export const INDEX_PAGE = 'docs/rules.md'

/** A text of the repository; `path` is relative to its root. */
export type SourceFile = { readonly path: string; readonly text: string }

/** An id, and the place where it stands as `path:line`. */
export type Mention = { readonly id: string; readonly place: string }

export type RulesReport = {
  /** The defined rules, in the order of their pages. */
  readonly rules: readonly Mention[]
  /** Rules that no test cites. */
  readonly uncited: readonly Mention[]
  /** For each rule: the files of code that cite it, by path, without those that check. */
  readonly owners: ReadonlyMap<string, readonly string[]>
  /** For each rule: the files with a test that cites it, by path. */
  readonly holders: ReadonlyMap<string, readonly string[]>
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
/** Files that check or show what others do: a rule is changed in none of them. */
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

const filesById = (mentions: readonly Mention[]): ReadonlyMap<string, readonly string[]> => {
  const byId = new Map<string, Set<string>>()
  for (const { id, place } of mentions) byId.set(id, (byId.get(id) ?? new Set()).add(place.replace(/:\d+$/, '')))
  return new Map([...byId].map(([id, files]) => [id, [...files].toSorted()]))
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

/** The page that says where each rule is kept and where it is held, area by area in the order of the rules. */
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

/** Every file that may define or cite a rule. The script's own test invents ids; what is generated only repeats. */
export const readSources = (root: string): readonly SourceFile[] =>
  globSync('**/*.{ts,tsx,js,mjs,css,scss,md,sql}', {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist', 'coverage'].includes(name) || /^\../.test(name),
  })
    .filter((path) => path !== 'scripts/rules.test.ts' && ![INDEX_PAGE, 'docs/roles.md'].includes(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
