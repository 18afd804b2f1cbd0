const QUOTE = '"'

// Loose: with a line break outside quotes.
export type CsvRecord = { readonly fields: readonly string[]; readonly unclosed: boolean; readonly loose: boolean }

/** Linear: a search to the line's end has met only doubled quotes, so no later field repeats it. */
const closingQuote = (line: string, start: number, separator: string): { end: number; unclosed: boolean } => {
  for (let quote = line.indexOf(QUOTE, start); quote !== -1; quote = line.indexOf(QUOTE, quote + 2)) {
    const next = line[quote + 1]
    if (next === undefined || next === separator) return { end: quote, unclosed: false }
    if (next !== QUOTE) return { end: -1, unclosed: false }
  }
  return { end: -1, unclosed: true }
}

/**
 * RFC 4180, section 2. A quoted field closes right before a separator or the line's end, and
 * doubles inner quotes. Others keep their quotes: passwords in breach files hold unescaped quotes.
 */
export const splitRecord = (line: string, separator: string): CsvRecord => {
  if (!line.includes(QUOTE)) return { fields: line.split(separator), unclosed: false, loose: line.includes('\n') }
  const fields: string[] = []
  let unclosed = false
  let loose = false
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
    const field = line.slice(start, end)
    if (field.includes('\n')) loose = true
    fields.push(field)
    start = end + 1
  }
  return { fields, unclosed, loose }
}
