const QUOTE = '"'

/** The fields of a line of CSV; `unclosed`: one of them opens a quote that the line does not close. */
export type CsvRecord = { readonly fields: readonly string[]; readonly unclosed: boolean }

/**
 * The place of the quote that closes a field whose content begins at `start`, or -1. A search that runs to the line's
 * end has met doubled quotes alone, so that no later field of the line can make another one: splitting is linear.
 */
const closingQuote = (line: string, start: number, separator: string): { end: number; unclosed: boolean } => {
  for (let quote = line.indexOf(QUOTE, start); quote !== -1; quote = line.indexOf(QUOTE, quote + 2)) {
    const next = line[quote + 1]
    if (next === undefined || next === separator) return { end: quote, unclosed: false }
    if (next !== QUOTE) return { end: -1, unclosed: false }
  }
  return { end: -1, unclosed: true }
}

/**
 * Splits one line (RFC 4180, section 2). A field is quoted if its closing quote stands right before a separator or the
 * line's end and every quote inside is doubled. Any other field is read as it stands, quotes included, up to the next
 * separator: breach files hold passwords with quotes that nobody escaped.
 */
export const splitRecord = (line: string, separator: string): CsvRecord => {
  if (!line.includes(QUOTE)) return { fields: line.split(separator), unclosed: false }
  const fields: string[] = []
  let unclosed = false
  for (let start = 0; start <= line.length;) {
    const close = line[start] === QUOTE ? closingQuote(line, start + 1, separator) : undefined
    if (close !== undefined && close.end !== -1) {
      fields.push(line.slice(start + 1, close.end).replaceAll('""', QUOTE))
      start = close.end + 2
      continue
    }
    if (close?.unclosed === true) unclosed = true
    const next = line.indexOf(separator, start)
    const end = next === -1 ? line.length : next
    fields.push(line.slice(start, end))
    start = end + 1
  }
  return { fields, unclosed }
}
