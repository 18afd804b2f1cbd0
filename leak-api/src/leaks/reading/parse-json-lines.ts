import { createJsonParser } from './parse-json.ts'
import { rejected, type LineParser } from './line-parser.ts'
import { MAX_ROW_BYTES, type PlacedRow, type Rows } from './rows.ts'

const rowsIn = (line: string): readonly PlacedRow[] => {
  const parser = createJsonParser()
  const { rows } = parser.push(line)
  return rows.length > 0 ? rows : parser.end().rows
}

/** `undefined`: the line has no row. */
export const createJsonLineParser = (): LineParser => (line) => rowsIn(Buffer.from(line).toString('latin1'))[0]?.row

/** A broken line costs itself alone. Latin-1 text, in pieces of any size. */
export const createJsonLinesParser = () => {
  let open = ''
  let number = 0
  const read = (lines: readonly string[]): Rows => {
    const rows: PlacedRow[] = []
    let ignored = 0
    for (const text of lines) {
      number += 1
      const found = rowsIn(text)
      if (found.length === 0 && text.trim() !== '') ignored += 1
      for (const row of found) rows.push({ ...row, line: number })
    }
    return { rows, ignored }
  }
  return {
    push: (text: string): Rows => {
      const lines = (open + text).split('\n')
      open = lines.pop() ?? ''
      if (open.length <= MAX_ROW_BYTES) return read(lines)
      const { rows, ignored } = read(lines)
      const long: PlacedRow = { row: rejected('row is longer than 1 MiB'), line: number + 1, text: '' }
      open = ''
      return { rows: [...rows, long], ignored }
    },
    end: () => read(open === '' ? [] : [open]),
  }
}
