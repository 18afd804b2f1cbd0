import { splitRecord } from './parse-csv.ts'
import { MAX_LINE_BYTES } from './read-lines.ts'

type Line = { readonly text: string; readonly line: number }

/** `line` is the first of its lines. */
export type CsvRecord = Line & { readonly fields: string[] | undefined }

/**
 * Joins the lines of a quoted field. A quote that is never closed must not swallow the file: past
 * {@link MAX_LINE_BYTES} its first line stands alone as broken, and the lines behind it are read anew.
 */
export const createRecordJoiner = (delimiter: string) => {
  let open: Line[] = []

  const recordOf = (lines: readonly Line[]): CsvRecord => {
    const text = lines.map((part) => part.text).join('\n')
    return { text, line: lines[0]?.line ?? 0, fields: splitRecord(text, delimiter) }
  }
  const size = () => open.reduce((sum, { text }) => sum + text.length + 1, 0)

  const giveUp = (): CsvRecord[] => {
    const [broken, ...behind] = open
    open = []
    return broken === undefined ? [] : [{ ...broken, fields: undefined }, ...behind.flatMap(add)]
  }
  const add = (line: Line): CsvRecord[] => {
    if (open.length > 0 && !line.text.includes('"')) {
      open.push(line)
      return size() > MAX_LINE_BYTES ? giveUp() : []
    }
    const record = recordOf([...open, line])
    if (record.fields !== undefined) {
      open = []
      return [record]
    }
    open.push(line)
    return size() > MAX_LINE_BYTES ? giveUp() : []
  }

  return {
    add,
    /** What is still open at the end of the file. */
    rest: (): CsvRecord[] => {
      const records: CsvRecord[] = []
      while (open.length > 0) records.push(...giveUp())
      return records
    },
  }
}
