import { credentialOf, type ParsedLine } from './credential.ts'

export const separators = [':', ';', '|', '\t'] as const
export type Separator = (typeof separators)[number]

const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i
const hostAndPath = /^[^\s@/]+\.[^\s@/]+(\/.*)?$/

/** Where the address of the page ends in `https://host:8080/path:login:password`. */
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
  if (end === -1 || !hostAndPath.test(line.slice(0, end))) return parsed
  return loginAndPassword(line.slice(end + 1), separator)
}
