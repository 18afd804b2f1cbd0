import { NO_KINDS } from './columns.ts'
import { secretOf } from './hash-type.ts'
import { boundedParser, rowOf, type LineParser, type ParsedRow } from './line-parser.ts'

export const COMBO_SEPARATORS = [':', ';', '|', '\t'] as const
/** Adds separators that only single lines have. */
const ALL_SEPARATORS = [...COMBO_SEPARATORS, ',', ' '] as const
export type Separator = (typeof ALL_SEPARATORS)[number]

/** `websiteLast`: `login:password:https://website`. */
export type ComboForm = { readonly separator: Separator; readonly websiteLast: boolean }

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
const AFTER_HOST = /[\s@/]/
const LAST_WEBSITE = /[:;|\t, ](?=(?:https?|ftp|android|ios):\/\/)/i

/** Linear: one pattern would try every dot. */
const isHostAndPath = (text: string): boolean => {
  const end = text.search(AFTER_HOST)
  const host = end === -1 ? text : text.slice(0, end)
  const dot = host.indexOf('.', 1)
  return dot !== -1 && dot < host.length - 1 && (end === -1 || text[end] === '/')
}

/** Position after the URL in `https://host:8080/path:login:password`; -1: nothing follows. */
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

const loginAndPassword = (text: string, { separator, websiteLast }: ComboForm, website?: string): ParsedRow => {
  const end = text.indexOf(separator)
  if (end === -1) return rowOf(text, { secret: undefined, website, kinds: NO_KINDS })
  const password = text.slice(end + 1)
  const cut = websiteLast ? password.search(LAST_WEBSITE) : -1
  return rowOf(text.slice(0, end), {
    secret: secretOf(cut === -1 ? password : password.slice(0, cut)),
    website: cut === -1 ? website : password.slice(cut + 1),
    kinds: NO_KINDS,
  })
}

/** The password keeps its separators. */
const parseOneForm = (line: string, form: ComboForm): ParsedRow => {
  const { separator } = form
  if (SCHEME.test(line)) {
    const end = endOfUrl(line, separator)
    return end === -1 ? loginAndPassword(line, form) : loginAndPassword(line.slice(end + 1), form, line.slice(0, end))
  }
  const parsed = loginAndPassword(line, form)
  const end = line.indexOf(separator)
  // A path before an at-sign has the form of a local part, too.
  if (end === -1 || (parsed.kind === 'credential' && !parsed.credential.address.includes('/'))) return parsed
  const host = line.slice(0, end)
  if (!isHostAndPath(host)) return parsed
  const behind = loginAndPassword(line.slice(end + 1), form, host)
  return behind.kind === 'rejected' ? parsed : behind
}

/** Tries other separators when the list's own does not split the line. */
export const parseCombo = (line: string, form: ComboForm): ParsedRow => {
  const parsed = parseOneForm(line, form)
  if (parsed.kind === 'credential' || (parsed.kind === 'skipped' && !line.includes('@'))) return parsed
  const others = ALL_SEPARATORS.filter((separator) => separator !== form.separator && line.includes(separator)).map(
    (separator) => ({ separator, row: parseOneForm(line, { ...form, separator }) }),
  )
  const best =
    others.find(({ row }) => row.kind === 'credential') ??
    // Words with spaces or commas between them are no credential of anybody.
    others.find(({ row, separator }) => row.kind === 'skipped' && separator !== ' ' && separator !== ',')
  return best?.row ?? parsed
}

const fits = (lines: readonly string[], separator: Separator): number => {
  // A line that splits and still has an address counts more than an address alone, which fits every separator.
  const score = (line: string) => {
    if (parseOneForm(line, { separator, websiteLast: false }).kind !== 'credential') return 0
    return line.includes(separator) ? 2 : 1
  }
  return lines.reduce((sum, line) => sum + score(line), 0)
}

const bestSeparator = (lines: readonly string[]): Separator | undefined => {
  let best: { separator: Separator | undefined; score: number } = { separator: undefined, score: 0 }
  for (const separator of ALL_SEPARATORS) {
    const score = fits(lines, separator)
    if (score > best.score) best = { separator, score }
  }
  return best.separator
}

/** From this share on, addresses in passwords are no coincidence. */
const WEBSITE_LAST_SHARE = 0.8

const isWebsiteLast = (lines: readonly string[], separator: Separator): boolean => {
  const passwords = lines.flatMap((line) => {
    const parsed = parseOneForm(line, { separator, websiteLast: false })
    return parsed.kind === 'credential' && parsed.credential.secret !== undefined
      ? [parsed.credential.secret.value]
      : []
  })
  const last = passwords.filter((password) => LAST_WEBSITE.test(password)).length
  return last > 0 && last >= passwords.length * WEBSITE_LAST_SHARE
}

/** `undefined`: no line has an address as login. */
export const detectCombo = (lines: readonly string[]): ComboForm | undefined => {
  const separator = bestSeparator(lines)
  return separator === undefined ? undefined : { separator, websiteLast: isWebsiteLast(lines, separator) }
}

export const createComboParser = (form: ComboForm): LineParser => boundedParser((line) => parseCombo(line, form))
