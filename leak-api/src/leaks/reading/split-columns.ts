import type { Role } from './columns.ts'

const WEBSITE = /^[a-z][a-z0-9+.-]*:\/\/(?:\[[\da-f:.]+\])?[^/?#:;|,\t ]*(?::\d{1,5}(?![^/?#:;|,\t ]))?/i
const SCHEME_BEHIND = (separator: string) =>
  new RegExp(`${separator.replace(/[|.]/, String.raw`\$&`)}(?=[a-z][a-z0-9+.-]*://)`, 'i')

/** Websites keep their separators; the last column takes all that follows. */
export const splitColumns = (line: string, separator: string, roles: readonly (Role | undefined)[]): string[] => {
  const last = roles.length - 1
  const cut = last > 0 && roles[last] === 'website' ? line.search(SCHEME_BEHIND(separator)) : -1
  if (cut > 0) return [...splitColumns(line.slice(0, cut), separator, roles.slice(0, last)), line.slice(cut + 1)]
  const fields: string[] = []
  let rest = line
  while (fields.length < last) {
    const start = WEBSITE.exec(rest)?.[0].length ?? 0
    const end = rest.indexOf(separator, start)
    if (end === -1) break
    fields.push(rest.slice(0, end))
    rest = rest.slice(end + 1)
  }
  return [...fields, rest]
}
