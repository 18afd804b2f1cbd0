import { boundedParser, credentialOf, type LineParser, type ParsedLine } from './line-parser.ts'

/** The separators between the fields of a combo list's line. */
export const COMBO_SEPARATORS = [':', ';', '|', '\t'] as const
export type Separator = (typeof COMBO_SEPARATORS)[number]

const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i
const afterHost = /[\s@/]/

/** Whether `text` is a host with a dot inside, and maybe a path: linear, where one pattern would try every dot. */
const isHostAndPath = (text: string): boolean => {
  const end = text.search(afterHost)
  const host = end === -1 ? text : text.slice(0, end)
  const dot = host.indexOf('.', 1)
  return dot !== -1 && dot < host.length - 1 && (end === -1 || text[end] === '/')
}

/** The position after the page's address in `https://host:8080/path:login:password`; -1 when nothing follows it. */
const endOfUrl = (line: string, separator: Separator): number => {
  const authority = line.indexOf('://') + 3
  const slash = line.indexOf('/', authority)
  const first = line.indexOf(separator, authority)
  if (separator !== ':' || first === -1) return first
  const port = /^:\d{1,5}(?=[:/])/.exec(line.slice(first))
  const afterPort = port === null ? first : first + port[0].length
  if (slash !== -1 && slash <= afterPort) return line.indexOf(separator, slash)
  return afterPort
}

const loginAndPassword = (text: string, separator: Separator): ParsedLine => {
  const end = text.indexOf(separator)
  return end === -1 ? credentialOf(text, '') : credentialOf(text.slice(0, end), text.slice(end + 1))
}

/**
 * `login:password`, `url:login:password` or a login alone. The password is all that follows, its own separators
 * included.
 */
export const parseCombo = (line: string, separator: Separator): ParsedLine => {
  if (hasScheme.test(line)) {
    const end = endOfUrl(line, separator)
    return loginAndPassword(end === -1 ? line : line.slice(end + 1), separator)
  }
  const parsed = loginAndPassword(line, separator)
  if (parsed.kind === 'credential') return parsed
  const end = line.indexOf(separator)
  if (end === -1 || !isHostAndPath(line.slice(0, end))) return parsed
  return loginAndPassword(line.slice(end + 1), separator)
}

const fits = (lines: readonly string[], separator: Separator): number => {
  // A line that splits and still has an address counts more than an address alone, which fits every separator.
  const score = (line: string) => {
    if (parseCombo(line, separator).kind === 'rejected') return 0
    return line.includes(separator) ? 2 : 1
  }
  return lines.reduce((sum, line) => sum + score(line), 0)
}

/** The separator that fits most of the lines; `undefined` when no line has an address as login. */
export const detectSeparator = (lines: readonly string[]): Separator | undefined => {
  let best: { separator: Separator | undefined; score: number } = { separator: undefined, score: 0 }
  for (const separator of COMBO_SEPARATORS) {
    const score = fits(lines, separator)
    if (score > best.score) best = { separator, score }
  }
  return best.separator
}

export const createComboParser = (separator: Separator): LineParser =>
  boundedParser((line) => parseCombo(line, separator))
