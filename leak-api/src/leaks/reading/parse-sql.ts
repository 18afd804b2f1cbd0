import { credentialLayout, layoutByLooking, rowOfFields, type Layout } from './columns.ts'
import { rejected } from './line-parser.ts'
import { decodeBinary } from './decode.ts'
import { countLines, type PlacedRow, type Rows } from './rows.ts'
import { emptyRow, fieldOf, isWhole, lastName, type Create, type Field, type Head, type Row } from './sql-statements.ts'
import { createSqlTokens, unescape, type SqlToken } from './sql-tokens.ts'

type Tuples = { readonly kind: 'rows'; readonly table: Table; readonly row: Row }
type Select = { readonly kind: 'select'; readonly table: Table; readonly row: Row }
type Assignments = { readonly kind: 'set'; readonly names: string[]; readonly row: Row }
type Copy = { readonly kind: 'copy'; readonly table: Table; begun: boolean }
/** `rows` of INSERT come after VALUES, `set` after SET, `select` after SELECT. */
type State = { readonly kind: 'between' | 'skip' } | Head | Create | Tuples | Select | Assignments | Copy
type Table = { readonly names: readonly string[] | undefined; readonly layout: Layout | undefined }

const BETWEEN: State = { kind: 'between' }
const NOT_NAMES = /^(?:into|ignore|low_priority|delayed|high_priority|overwrite|table|if|not|exists|temporary|only)$/i
const END_OF_COPY = '\\.'

/**
 * Reads dumps of MySQL, PostgreSQL or SQL Server in pieces of any size. Latin-1 text. Holds one
 * row. `backslashes`: they escape in texts (MySQL).
 */
export const createSqlParser = (backslashes: boolean) => {
  const tokens = createSqlTokens(backslashes)
  const tables = new Map<string, readonly string[]>()
  let state: State = BETWEEN
  const counted = { at: 0, line: 1 }
  let rows: PlacedRow[] = []
  let ignored = 0

  const tableOf = (name: string, names: readonly string[]): Table => {
    const known = names.length > 0 ? names : tables.get(lastName(name))
    return { names: known, layout: known === undefined ? undefined : credentialLayout(known) }
  }
  const lineAt = (place: number): number => {
    counted.line += countLines(tokens.pending(), place, counted.at)
    counted.at = place
    return counted.line
  }
  const add = (fields: readonly Field[], { names, layout: named }: Table, line: number) => {
    const decoded = fields.map((field) => (field === undefined ? undefined : decodeBinary(field)))
    const layout = names === undefined ? layoutByLooking(decoded) : named
    if (layout === undefined) {
      ignored += 1
      return
    }
    const complete = decoded.length > Math.min(...layout.logins)
    rows.push({ row: complete ? rowOfFields(decoded, layout) : rejected('row is not complete'), line, text: ',' })
  }
  const endRow = (row: Row, table: Table): void => {
    row.fields.push(row.field)
    add(row.fields, table, row.line)
    Object.assign(row, emptyRow(0))
  }
  const begin = (token: SqlToken): State => {
    const verb = token.text.toLowerCase()
    if (token.kind === 'word' && (verb === 'insert' || verb === 'replace' || verb === 'copy'))
      return { kind: 'head', verb, name: '', names: [], depth: 0, first: true }
    if (token.kind === 'word' && verb === 'create')
      return { kind: 'create', verb, name: '', names: [], depth: 0, first: true }
    return token.text === ';' || /^go$/i.test(token.text) ? BETWEEN : { kind: 'skip' }
  }
  const isVerbAtLineStart = ({ kind, text, start }: SqlToken) =>
    kind === 'word' && /^(?:insert|replace|copy|create)$/i.test(text) && tokens.isLineStart(start)

  const head = (at: Head, token: SqlToken): State => {
    const { kind, text, start } = token
    const word = kind === 'word' ? text.toLowerCase() : ''
    if (word === 'values' || word === 'value')
      return { kind: 'rows', table: tableOf(at.name, at.names), row: emptyRow(lineAt(start)) }
    if (word === 'select') return { kind: 'select', table: tableOf(at.name, at.names), row: emptyRow(lineAt(start)) }
    if (word === 'set') return { kind: 'set', names: [], row: emptyRow(lineAt(start)) }
    if (word === 'stdin' && at.verb === 'copy') return { kind: 'copy', table: tableOf(at.name, at.names), begun: false }
    if (text === ';' && kind === 'sign') return BETWEEN
    if (text === '(' && kind === 'sign') at.depth += 1
    else if (text === ')' && kind === 'sign') at.depth -= 1
    else if (kind !== 'sign' && at.depth > 0) at.names.push(text)
    else if (kind !== 'sign' && !NOT_NAMES.test(text) && (at.name === '' || at.name.endsWith('.') || at.first))
      at.name = text
    return at
  }
  const endCreate = ({ name, names }: Create, { text }: SqlToken): State => {
    if (names.length > 0) tables.set(lastName(name), names)
    return text === ';' ? BETWEEN : { kind: 'skip' }
  }
  /** After VALUES. A call counts by its first value. */
  const tuple = (at: Tuples, token: SqlToken): State => {
    const { row } = at
    const { kind, text, start } = token
    if (row.depth === 0) {
      if (kind === 'sign' && text === '(') Object.assign(row, emptyRow(lineAt(start)), { depth: 1 })
      else if (text !== ',' && !/^row$/i.test(text)) return begin(token)
      return at
    }
    if (kind !== 'sign') row.field ??= row.depth > 1 && kind === 'word' ? undefined : fieldOf(token)
    else if (text === '(') {
      if (row.depth === 1) row.field = undefined
      row.depth += 1
    } else if (text === ')') {
      row.depth -= 1
      if (row.depth === 0) endRow(row, at.table)
    } else if (text === ',' && row.depth === 1) {
      row.fields.push(row.field)
      row.field = undefined
    }
    return at
  }
  /** `SELECT 1, 'a' UNION ALL SELECT 2, 'b'`. */
  const select = (at: Select, token: SqlToken): State => {
    const { row, table } = at
    const word = token.kind === 'word' ? token.text.toLowerCase() : ''
    const isEnd =
      (token.kind === 'sign' && token.text === ';') || word === 'union' || word === 'go' || isVerbAtLineStart(token)
    if (isEnd && (row.fields.length > 0 || row.field !== undefined)) endRow(row, table)
    if (word === 'from') return { kind: 'skip' }
    if (word === 'union' || word === 'all' || word === 'select') return at
    if (isEnd) return begin(token)
    if (token.kind === 'sign' && token.text === ',') {
      row.fields.push(row.field)
      row.field = undefined
    } else if (token.kind !== 'sign') row.field ??= fieldOf(token)
    return at
  }
  /** `SET email = 'a', password = 'b'`. */
  const set = (at: Assignments, token: SqlToken): State => {
    const { row, names } = at
    if (token.kind === 'sign' && (token.text === ',' || token.text === ';')) {
      row.fields.push(row.field)
      row.field = undefined
      if (token.text === ',') return at
      add(row.fields, tableOf('', names), row.line)
      return BETWEEN
    }
    if (token.kind === 'sign') return at
    if (names.length === row.fields.length) names.push(token.text)
    else row.field ??= fieldOf(token)
    return at
  }
  const step = (token: SqlToken): State => {
    switch (state.kind) {
      case 'between':
        return begin(token)
      case 'skip':
        return isVerbAtLineStart(token) || (token.kind === 'sign' && token.text === ';') ? begin(token) : state
      case 'head':
        return head(state, token)
      case 'create':
        return isWhole(state, token) ? endCreate(state, token) : state
      case 'rows':
        return tuple(state, token)
      case 'select':
        return select(state, token)
      case 'set':
        return set(state, token)
      case 'copy':
        return state
    }
  }
  const copyLine = (copy: Copy): boolean => {
    const number = lineAt(tokens.place())
    const line = tokens.restOfLine()
    if (line === undefined) return false
    const text = line.replace(/\r?\n$/, '')
    const { table, begun } = copy
    // The rest of the statement's own line comes before.
    copy.begun = true
    if (!begun) return true
    if (text === END_OF_COPY) state = BETWEEN
    else if (text !== '')
      add(
        text.split('\t').map((field) => (field === '\\N' ? undefined : unescape(field))),
        table,
        number,
      )
    return true
  }
  const addCut = (reason: 'row is longer than 1 MiB' | 'row is not complete', { line }: Row) =>
    rows.push({ row: rejected(reason), line, text: ',' })
  const run = (): Rows => {
    for (;;) {
      if (state.kind === 'copy') {
        if (!copyLine(state)) break
        continue
      }
      const token = tokens.next()
      if (token !== undefined) state = step(token)
      else if (tokens.skipOverlong()) {
        if (state.kind === 'rows') addCut('row is longer than 1 MiB', state.row)
        state = { kind: 'skip' }
      } else break
    }
    const read = { rows, ignored }
    rows = []
    ignored = 0
    return read
  }
  return {
    push: (text: string): Rows => {
      lineAt(tokens.place())
      tokens.push(text)
      counted.at = 0
      return run()
    },
    end: (): Rows => {
      tokens.end()
      const before = run()
      if (state.kind === 'select') endRow(state.row, state.table)
      else if (state.kind === 'rows' && state.row.depth > 0) addCut('row is not complete', state.row)
      return { rows: [...before.rows, ...rows], ignored: before.ignored + ignored }
    },
  }
}
