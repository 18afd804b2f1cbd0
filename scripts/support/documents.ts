import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, normalize, posix } from 'node:path'

const MAX_LINE = 100
const MAX_CELL = 120

/** Pages that npm run rules makes; Git ignores them. */
const GENERATED = ['docs/rules.md', 'docs/roles.md']

/** Only their links are checked. */
const RECORDS = /(^|\/)(CHANGELOG|CHANGES)\.md$/

export type Document = { readonly path: string; readonly text: string }

/** The Markdown of the repository, without generated pages and recorded surfaces. */
export const readDocuments = (root: string): readonly Document[] =>
  globSync('**/*.md', {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist', 'coverage', 'etc'].includes(name) || /^\../.test(name),
  })
    .filter((path) => !GENERATED.includes(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** Blocks of code and comments become empty lines, so that line numbers stay. */
const withoutBlocks = (text: string): string =>
  text.replaceAll(/^ *(```|~~~)[^]*?^ *\1|<!--[^]*?-->/gm, (block) => block.replaceAll(/[^\n]/g, ''))

const withoutTargets = (line: string): string => line.replaceAll(/\]\([^)]*\)/g, ']').replaceAll(/<?https?:\S+/g, '')

const isTableRow = (line: string): boolean => line.trimStart().startsWith('|')
const cellsOf = (line: string): readonly string[] => line.split('|').map((cell) => withoutTargets(cell.trim()))

const lineProblems = (line: string): readonly string[] => {
  if (/^\[[^\]]+\]: /.test(line)) return []
  if (isTableRow(line)) {
    const longest = Math.max(...cellsOf(line).map((cell) => cell.length))
    return longest > MAX_CELL ? [`a cell has ${longest} characters, ${MAX_CELL} at most`] : []
  }
  const { length } = withoutTargets(line)
  return length > MAX_LINE ? [`the line has ${length} characters, ${MAX_LINE} at most`] : []
}

const BANNED_OPENING = /(?:^|[.!:] )(Of|What|Whoever|One that) (?![^.?]*\?)/

/**
 * Checks the first line of a paragraph, list item or row. Later sentences may continue on the next
 * lines.
 */
const openingProblem = (line: string, before: string): readonly string[] => {
  if (line.startsWith('#')) return []
  const begins = before.trim() === '' || /^\s*([-*+]|\d+\.) /.test(line)
  const text = line.trim().replace(/^([-*+]|\d+\.) +/, '')
  const texts = isTableRow(line) ? cellsOf(line) : [begins || /[.!:]$/.test(before.trim()) ? text : `x ${text}`]
  return texts.flatMap((one) => {
    const found = BANNED_OPENING.exec(one.replaceAll(/[*_]/g, ''))?.[1]
    return found ? [`a sentence begins with "${found}": begin with the subject`] : []
  })
}

/** The lines of a document that are too long or begin a sentence without its subject, as `path:line: problem`. */
export const styleProblems = ({ path, text }: Document): readonly string[] => {
  const lines = withoutBlocks(text).split('\n')
  return lines.flatMap((line, index) =>
    [...lineProblems(line), ...openingProblem(line, lines[index - 1] ?? '')].map(
      (problem) => `${path}:${index + 1}: ${problem}`,
    ),
  )
}

const slugOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

/** The anchors of a document's headings, as GitHub makes them: a repeated one gets a number. */
const anchorsOf = (text: string): ReadonlySet<string> => {
  const seen = new Map<string, number>()
  const anchors = Array.from(withoutBlocks(text).matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) => {
    const slug = slugOf(heading)
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
  return new Set(anchors)
}

/** The relative links of the documents that lead to no file or no heading, as `path: target`. */
export const brokenLinks = (root: string, documents: readonly Document[]): readonly string[] => {
  const anchors = new Map(documents.map(({ path, text }) => [path, anchorsOf(text)]))
  const isThere = (from: string, target: string): boolean => {
    const [file = '', anchor] = target.split('#')
    const path = file === '' ? from : normalize(posix.join(posix.dirname(from), decodeURI(file)))
    if (GENERATED.includes(path)) return true
    if (!existsSync(join(root, path))) return false
    return anchor === undefined || (anchors.get(path)?.has(anchor) ?? true)
  }
  return documents.flatMap(({ path, text }) =>
    Array.from(
      withoutBlocks(text)
        .replaceAll(/`[^`\n]*`/g, '')
        .matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)/gm),
    )
      .map(([, inline, reference]) => inline ?? reference ?? '')
      .filter((target) => !/^[a-z]+:/i.test(target) && !isThere(path, target))
      .map((target) => `${path}: no such page or heading: ${target}`),
  )
}

export const documentProblems = (root: string): readonly string[] => {
  const documents = readDocuments(root)
  const styled = documents.filter(({ path }) => !RECORDS.test(path))
  return [...brokenLinks(root, documents), ...styled.flatMap(styleProblems)]
}
