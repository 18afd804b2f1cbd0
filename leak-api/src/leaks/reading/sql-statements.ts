import type { SqlToken } from './sql-tokens.ts'

/** `undefined` is NULL. */
export type Field = string | undefined
export type Row = { fields: Field[]; depth: number; field: Field; line: number }

export const emptyRow = (line: number): Row => ({ fields: [], depth: 0, field: undefined, line })

export const fieldOf = ({ kind, text }: SqlToken): Field => (kind === 'word' && /^null$/i.test(text) ? undefined : text)

/** `first`: the next word begins a part. */
type Beginning = { readonly verb: string; name: string; names: string[]; depth: number; first: boolean }
/** INSERT, REPLACE or COPY up to its rows. */
export type Head = Beginning & { readonly kind: 'head' }
export type Create = Beginning & { readonly kind: 'create' }

const NO_COLUMN = /^(?:primary|key|unique|constraint|index|foreign|fulltext|check|spatial|exclude|like|partition)$/i
const BEFORE_NAME = /^(?:table|temporary|if|not|exists|unlogged)$/i
const OTHER_THING = /^(?:database|index|view|function|trigger|type|schema|user|sequence|unique)$/i

export const lastName = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/** True: the columns or the statement end with the token. */
export const isWhole = (at: Create, { kind, text }: SqlToken): boolean => {
  if (kind === 'sign') {
    if (text === '(') at.depth += 1
    else if (text === ')') at.depth -= 1
    else if (text === ',' && at.depth === 1) at.first = true
    return text === ';' || (at.depth === 0 && at.names.length > 0)
  }
  if (at.depth === 0) {
    if (at.name === '' && OTHER_THING.test(text)) return true
    if (at.name !== '' || !BEFORE_NAME.test(text)) at.name = text
    return false
  }
  // The first word of each part is a column's name.
  if (at.depth === 1 && at.first) {
    at.first = false
    if (kind !== 'word' || !NO_COLUMN.test(text)) at.names.push(text)
  }
  return false
}
