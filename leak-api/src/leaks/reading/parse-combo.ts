import { MAX_ADDRESS_LENGTH, normalEmailAddress } from '@atalaia/contracts/email-address'
import { NO_KINDS } from './columns.ts'
import { secretOfRest } from './hash-pair.ts'
import { boundedParser, credentialRow, rejected, SKIPPED, type LineParser, type ParsedRow } from './line-parser.ts'
import { endOfAuthority, lastHost, lastWebsite } from './website.ts'

export const COMBO_SEPARATORS = [':', ';', '|', '\t'] as const
/** Only single lines have the further ones. */
const ALL_SEPARATORS = [...COMBO_SEPARATORS, ',', ' '] as const
export type Separator = (typeof ALL_SEPARATORS)[number]

/** `hostLast`: lines end in a website without a scheme, `login:password:app.example`. */
export type ComboForm = { readonly separator: Separator; readonly hostLast: boolean }

const ANY_SEPARATOR = /[:;|\t, ]/
const IS_SEPARATOR = new Set<string>(ALL_SEPARATORS)
const PADDED = /^[ \t]*[:;|,]?[ \t]*/

/** `undefined`: at any, `https://app.example login:password`. */
type Cut = Separator | undefined

const separatorBefore = (line: string, cut: Cut, at: number): number => {
  const first = cut === undefined ? 0 : line.indexOf(cut)
  if (first === -1 || first > at) return -1
  let place = at
  if (cut === undefined) while (place >= 0 && !IS_SEPARATOR.has(line[place] ?? '')) place -= 1
  // Cheaper than `lastIndexOf`.
  else for (const code = cut.charCodeAt(0); line.charCodeAt(place) !== code;) place -= 1
  return place
}

const separatorAfter = (line: string, cut: Cut, at: number): number => {
  if (cut !== undefined) return line.indexOf(cut, at)
  const found = line.slice(at).search(ANY_SEPARATOR)
  return found === -1 ? -1 : at + found
}

const isQuote = (sign: string | undefined) => sign === '"' || sign === "'"

const unquoted = (field: string): string => {
  const text = field.trim()
  const quote = text.charAt(0)
  if (!isQuote(quote) || text.length < 2 || !text.endsWith(quote)) return text
  return text.slice(1, -1).replaceAll(quote + quote, quote)
}

const trimSeparators = (text: string): string => {
  let end = text.length
  while (end > 0 && IS_SEPARATOR.has(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

/** Signs of a URL; few local parts have them. */
const URL_SIGNS = /[/?=&#]/
const PORT_AND_PATH = /^\d{1,5}[/?#]/
const USER_OR_MAILTO = /(?:^[a-z][a-z\d+.-]{0,40}:\/\/[^./\]]+|mailto)$/i

/** `website`: '' for a line that begins with its login. */
type Found = {
  readonly address: string
  readonly website: string
  readonly rest: string
  readonly isQuoted: boolean
  readonly separator: Separator
}

const isUserInfo = ({ website }: Found): boolean => USER_OR_MAILTO.test(website)

/** May be a part of the URL: `https://user:key@host:8443/in`. */
const isDoubtful = ({ address, website, rest }: Found): boolean =>
  URL_SIGNS.test(address) || (website !== '' && (PORT_AND_PATH.test(rest) || USER_OR_MAILTO.test(website)))

const separatorAt = (sign: string | undefined): Separator | undefined =>
  ALL_SEPARATORS.find((separator) => separator === sign)

const foundAt = (line: string, cut: Cut, at: number, end: number): Found | undefined => {
  const start = separatorBefore(line, cut, at) + 1
  const field = line.slice(start, end)
  let address = normalEmailAddress(field)
  const inQuotes = address === undefined && isQuote(field.trimStart()[0])
  if (inQuotes) address = normalEmailAddress(unquoted(field))
  if (address === undefined) return undefined
  const rest = cut === undefined ? line.slice(end).replace(PADDED, '') : line.slice(end + 1)
  const separator = cut ?? separatorAt(line.slice(end).trim()[0]) ?? ' '
  if (start === 0) return { address, website: '', rest, isQuoted: inQuotes, separator }
  const before = line.slice(0, start - 1)
  const text = (cut === undefined ? trimSeparators(before) : before).trim()
  const website = unquoted(text)
  const path = endOfAuthority(website)
  // An address at the end may be the password of a login between it and the website.
  const isLogin = path !== -1 && (end < line.length || separatorAfter(website, cut, path) === -1)
  return isLogin ? { address, website, rest, isQuoted: inQuotes || website.length < text.length, separator } : undefined
}

/** The first address behind nothing or a website, unless a later one is surer. */
const findLogin = (line: string, cut: Cut): Found | undefined => {
  let doubtful: Found | undefined
  for (let at = line.indexOf('@'); at !== -1;) {
    const next = separatorAfter(line, cut, at)
    const end = next === -1 ? line.length : next
    const found = foundAt(line, cut, at, end)
    at = line.indexOf('@', end)
    if (found !== undefined && ((at === -1 && doubtful === undefined) || !isDoubtful(found))) return found
    if (doubtful === undefined || (found !== undefined && isUserInfo(doubtful) && !isUserInfo(found))) doubtful = found
  }
  return doubtful
}

const rowOfFound = ({ address, website, rest, isQuoted, separator }: Found, hostLast: boolean): ParsedRow => {
  let cut = website === '' ? lastWebsite(rest) : -1
  if (cut === -1 && hostLast && website === '') cut = lastHost(rest)
  const password = cut === -1 ? rest : rest.slice(0, cut)
  const site = cut === -1 ? website : unquoted(rest.slice(cut + 1))
  return credentialRow(address, {
    secret: secretOfRest(isQuoted ? unquoted(password) : password, separator),
    website: site === '' ? undefined : site,
    kinds: NO_KINDS,
  })
}

const rowOfOther = (line: string, { separator }: ComboForm): ParsedRow => {
  const text = line.slice(Math.max(endOfAuthority(line), 0))
  const own = text.indexOf(separator)
  const end = own === -1 ? text.search(/[:;|\t]/) : own
  const login = end === -1 ? text : text.slice(0, end)
  if (login.length > MAX_ADDRESS_LENGTH && login.includes('@')) return rejected('address is longer than 254 characters')
  return end === -1 || text.slice(end + 1).trim() === '' ? rejected('login is not an e-mail address') : SKIPPED
}

const isWrapped = (line: string): boolean => isQuote(line[0]) && line.indexOf(line[0] ?? '', 1) === line.length - 1

/** Tries other separators when the list's own fails. */
export const parseCombo = (whole: string, form: ComboForm): ParsedRow => {
  const line = isWrapped(whole) ? whole.slice(1, -1) : whole
  const found = findLogin(line, form.separator) ?? (line.includes('@') ? findLogin(line, undefined) : undefined)
  return found === undefined ? rowOfOther(line, form) : rowOfFound(found, form.hostLast)
}

const fits = (lines: readonly string[], separator: Separator): number => {
  // A line that splits and still has an address counts more than an address alone, which fits every separator.
  const score = (line: string) => {
    if (findLogin(line, separator) === undefined) return 0
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

/** From here, hosts in passwords are no coincidence. */
const HOST_LAST_SHARE = 0.8
const LEAST_HOSTS = 3

const isHostLast = (lines: readonly string[], separator: Separator): boolean => {
  const found = lines.flatMap((line) => findLogin(line, separator) ?? [])
  const last = found.filter(({ website, rest }) => website === '' && lastHost(rest) !== -1).length
  return last >= LEAST_HOSTS && last >= found.length * HOST_LAST_SHARE
}

/** `undefined`: no login is an address. */
export const detectCombo = (lines: readonly string[]): ComboForm | undefined => {
  const separator = bestSeparator(lines)
  return separator === undefined ? undefined : { separator, hostLast: isHostLast(lines, separator) }
}

export const createComboParser = (form: ComboForm): LineParser => boundedParser((line) => parseCombo(line, form))
