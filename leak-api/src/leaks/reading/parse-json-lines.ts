import { createJsonParser } from './parse-json.ts'
import type { LineParser } from './line-parser.ts'

/** One value a line: a broken line costs itself alone. `undefined`: the line has no row. */
export const createJsonLineParser = (): LineParser => (line) => {
  const parser = createJsonParser()
  const { rows } = parser.push(Buffer.from(line).toString('latin1'))
  return (rows[0] ?? parser.end().rows[0])?.row
}
