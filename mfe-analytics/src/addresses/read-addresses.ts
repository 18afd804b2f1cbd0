/** P-LIST-5 */
export const MAX_ADDRESSES_AT_ONCE = 5000

/** Each found text counts, twice when it is there twice. `text` is '' for a row without an address. */
export type AddressRow = {
  readonly line: number
  readonly text: string
  readonly labels: readonly string[]
  /** E-mail address, or ''. */
  readonly owner: string
}

type CsvRecord = { readonly line: number; readonly cells: readonly string[] }

const NEWLINE = /\r\n|\n|\r/g

/** RFC 4180, with spaces around quotes, and line breaks in quotes. */
const recordsIn = (text: string, separator: string): CsvRecord[] => {
  const cell = new RegExp(`(?: *"((?:[^"]|"")*)" *|([^${separator}\\r\\n]*))([${separator}]|\\r\\n|\\n|\\r|$)`, 'gy')
  const records: CsvRecord[] = []
  let [line, cells]: [number, string[]] = [1, []]
  let begun = line
  for (const [whole, quoted, bareText = '', end] of text.matchAll(cell)) {
    cells.push(quoted === undefined ? bareText.trim() : quoted.replaceAll('""', '"'))
    line += whole.match(NEWLINE)?.length ?? 0
    if (end === separator) continue
    records.push({ line: begun, cells })
    cells = []
    begun = line
    if (end === '') break
  }
  return records
}

const EMAIL =
  /^(?:e-?mails?|(?:e-?mail|mail) address|mail|endere[cç]os?(?: de e-?mail)?|correo(?: electr[oó]nico)?) ?\d?$/i
const LABELS = /^(?:etiquetas?|labels?|tags?)$/i
const OWNER = /^(?:respons[aá]vel|responsables?|owner)$/i

/** Our own files put this sign before formulas. */
const withoutSign = (cell: string) => cell.replace(/^'(?=[=+\-@＝＋－＠])/, '')

/** A cell without quotes; for 'Ana <ana@empresa.com.br>' the address alone. */
const bare = (cell: string): string => {
  const text = cell.trim().replace(/^["']|["']$/g, '')
  return (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim()
}

/** `undefined`: no column of addresses. */
const readTable = (text: string, separator: string): AddressRow[] | undefined => {
  const [head, ...records] = recordsIn(text, separator)
  const names = (head?.cells ?? []).map((name) => name.trim())
  const emails = names.flatMap((name, at) => (EMAIL.test(name) ? [at] : []))
  if (emails.length === 0) return undefined
  const [labelsAt, ownerAt] = [LABELS, OWNER].map((known) => names.findIndex((name) => known.test(name)))
  return records
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .flatMap(({ line, cells }) => {
      const at = (index = -1) => withoutSign(cells[index] ?? '')
      const labels = (recordsIn(at(labelsAt), ',')[0]?.cells ?? []).filter((label) => label !== '')
      const [owner = ''] = at(ownerAt).split(/[\s,;]+/)
      const found = emails.map((index) => bare(at(index))).filter((cell) => cell !== '')
      return (found.length === 0 ? [''] : found).map((address) => ({ line, text: address, labels, owner }))
    })
}

const SEPARATORS = /[,;\t]+/

/**
 * A line with one address loses its other cells; a first line without any is the head. All cells of
 * other lines count, so that invalid ones are visible.
 */
const readList = (text: string): AddressRow[] => {
  const lines = text.split(NEWLINE)
  return lines.flatMap((whole, index) => {
    const all = whole.split(SEPARATORS).map(bare)
    const withSign = all.filter((cell) => cell.includes('@'))
    const isHead = index === 0 && lines.length > 1
    const found = withSign.length > 1 ? all : withSign.length === 1 ? withSign : isHead ? [] : all.slice(0, 1)
    return found.filter((cell) => cell !== '').map((cell) => ({ line: index + 1, text: cell, labels: [], owner: '' }))
  })
}

const SEPARATOR_LINE = /^sep=([,;\t|])(?:\r\n|\n|\r)/i

/** A list or a table with a head; texts keep their spelling (P-LIST-5, P-LIST-50). */
export const readAddresses = (given: string): AddressRow[] => {
  const text = given.replace(/^\uFEFF/, '')
  const told = SEPARATOR_LINE.exec(text)
  const content = text.slice(told?.[0].length ?? 0)
  const skipped = told === null ? 0 : 1
  const separators = told?.[1] === undefined ? [';', ',', '\t', '|'] : [told[1]]
  const tables = separators.map((separator) => readTable(content, separator))
  const rows = tables.find((table) => table !== undefined) ?? readList(content)
  return rows.map((row) => ({ ...row, line: row.line + skipped }))
}

/** Excel saves UTF-16 with a mark, UTF-8, or Windows-1252. */
export const decodeFile = (bytes: Uint8Array<ArrayBuffer>): string => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
