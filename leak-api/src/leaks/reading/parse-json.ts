import { decodeBinary } from './decode.ts'
import { rowsInJson } from './json-rows.ts'
import { rejected } from './line-parser.ts'
import { countLines, MAX_ROW_BYTES, type PlacedRow, type Rows } from './rows.ts'

const SPECIAL = /["\\{}[\]]/g

/**
 * Pieces of any size: a list at any depth, one object a line, or a sequence. Latin-1 text. Holds
 * one value, up to {@link MAX_ROW_BYTES}.
 */
export const createJsonParser = () => {
  let text = ''
  /** -1 between two values. */
  let start = -1
  let at = 0
  let depth = 0
  /** Depth at which values are read; in an overlong list, its items'. */
  let base = 0
  let lists: { depth: number; at: number }[] = []
  let inText = false
  /** At `counted`. */
  let lines = 1
  let counted = 0
  let rows: PlacedRow[] = []
  let ignored = 0

  const lineAt = (place: number): number => {
    lines += countLines(text, place, counted)
    counted = place
    return lines
  }
  const value = (end: number) => {
    const source = text.slice(start, end)
    const line = lineAt(start)
    try {
      const parsed: unknown = JSON.parse(decodeBinary(source))
      const found = rowsInJson(parsed)
      if (found.length === 0) ignored += 1
      for (const row of found) rows.push({ row, line, text: source.slice(0, 100) })
    } catch {
      rows.push({ row: rejected('row is not complete'), line, text: source.slice(0, 100) })
    }
    start = -1
  }
  const drop = (end: number) => {
    lineAt(end)
    text = text.slice(end)
    counted = 0
    at -= end
    if (start !== -1) start -= end
    lists = lists.map((list) => ({ ...list, at: list.at - end }))
  }
  const step = (sign: string, place: number) => {
    if (inText) {
      if (sign === '\\') at = place + 2
      else if (sign === '"') inText = false
      return
    }
    if (sign === '"') inText = true
    else if (sign === '{' || sign === '[') {
      // A list at the top holds the rows.
      if (start === -1 && sign === '[' && depth === base) base += 1
      else if (start === -1) start = place
      depth += 1
      if (sign === '[' && start !== -1) lists.push({ depth, at: place + 1 })
    } else if (sign === '}' || sign === ']') {
      depth = Math.max(0, depth - 1)
      while ((lists.at(-1)?.depth ?? 0) > depth) lists.pop()
      if (start !== -1 && depth === base) value(place + 1)
      else if (depth < base) base = depth
    }
  }
  const scan = () => {
    for (;;) {
      SPECIAL.lastIndex = at
      const found = SPECIAL.exec(text)
      if (found === null) {
        // A sign that a backslash escapes may come with the next piece.
        at = Math.max(at, text.length)
        return
      }
      at = found.index + 1
      step(found[0], found.index)
    }
  }
  const shorten = () => {
    const [list] = lists
    if (list === undefined) {
      rows.push({ row: rejected('row is longer than 1 MiB'), line: lineAt(start), text: '' })
      start = -1
      base = depth
      drop(text.length)
      return
    }
    start = -1
    base = list.depth
    depth = list.depth
    at = list.at
    inText = false
    lists = []
    drop(list.at)
    scan()
  }
  const run = (): Rows => {
    scan()
    if (start !== -1 && text.length - start > MAX_ROW_BYTES) shorten()
    drop(start === -1 ? Math.min(at, text.length) : start)
    const read = { rows, ignored }
    rows = []
    ignored = 0
    return read
  }
  return {
    push: (more: string): Rows => {
      text += more
      return run()
    },
    end: (): Rows => {
      const cut: PlacedRow[] = start === -1 ? [] : [{ row: rejected('row is not complete'), line: lines, text: '' }]
      return { rows: cut, ignored: 0 }
    },
  }
}
