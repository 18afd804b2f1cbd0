import { createRecordJoiner } from './csv-records.ts'
import { rejected, type ParsedLine } from './credential.ts'
import type { Format } from './format.ts'
import { parseCombo } from './parse-combo.ts'
import { parseFields } from './parse-csv.ts'
import { MAX_LINE_BYTES } from './read-lines.ts'

export type NumberedLine = { readonly text: string; readonly line: number; readonly parsed: ParsedLine }

export type LineParser = {
  /** Blank lines, and the header of a CSV file, are not lines of it. */
  add(text: string, line: number): readonly NumberedLine[]
  rest(): readonly NumberedLine[]
}

const tooLong = (text: string, line: number): NumberedLine => ({
  text,
  line,
  parsed: rejected('line is longer than 4096 bytes'),
})
const isTooLong = (text: string) => text.length > MAX_LINE_BYTES || Buffer.byteLength(text) > MAX_LINE_BYTES

export const createLineParser = (format: Format): LineParser => {
  if (format.kind === 'combo') {
    return {
      add: (text, line) => {
        if (text.trim() === '') return []
        return [isTooLong(text) ? tooLong(text, line) : { text, line, parsed: parseCombo(text, format.separator) }]
      },
      rest: () => [],
    }
  }
  const joiner = createRecordJoiner(format.layout.delimiter)
  let headerSeen = false
  const parsedOf = ({ fields, ...record }: ReturnType<typeof joiner.add>[number]): NumberedLine => ({
    ...record,
    parsed: parseFields(fields, format.layout),
  })
  return {
    add: (text, line) => {
      if (text.trim() === '') return []
      if (!headerSeen) {
        headerSeen = true
        return []
      }
      return isTooLong(text) ? [tooLong(text, line)] : joiner.add({ text, line }).map(parsedOf)
    },
    rest: () => joiner.rest().map(parsedOf),
  }
}
